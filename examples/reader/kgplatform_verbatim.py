"""The reader `verbatim`: the answer is one whole sentence of the evidence, word for word.

It is the sentence with most of the question's words, those that few sentences have counting more;
where none has half of them, there is no answer. No language model is asked.
"""

from collections import Counter
from math import log

from kgplatform import Evidence, Question, ReaderResources, Reading
from kgplatform.answer.citations import cite
from kgplatform.text.words import content_stems as stems

LEAST_SHARE = 0.5  # of the weight of the question's words


class VerbatimReader:
    def __init__(self, resources: ReaderResources) -> None:
        self._split = resources.linguistics.split_sentences

    def read(self, question: Question, evidence: Evidence) -> Reading:
        asked = stems(question.text)
        sentences = [
            (passage, start, end, asked & stems(f"{passage.title} {passage.text[start:end]}"))
            for passage in evidence.passages
            for start, end in self._split(passage.text)
        ]
        counts = Counter(word for *_, shared in sentences for word in shared)
        weights = {word: log(1 + len(sentences) / (1 + counts[word])) for word in asked}
        total = sum(weights.values())
        best, score = None, LEAST_SHARE * total
        for sentence in sentences:
            weight = sum(weights[word] for word in sentence[3])
            if weight > score:
                best, score = sentence, weight
        if best is None:
            return Reading("", abstained=True, reader="verbatim")
        citation = cite(*best[:3])
        return Reading(citation.quote, False, "verbatim", (citation,), confidence=score / total)
