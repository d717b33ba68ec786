"""Plans that several tests use, in the paper's own words (appendix C.2)."""

NAMIBIA = """Original_Question: str = "Who succeeded the first President of Namibia?"
### Question Type: Two Projection
### Decompose the original question into sub-questions.
Thought1: str = "I need to first know who is the first President of Namibia."
Sub_Question_1: str = "Who is the first President of Namibia?"
Info_1: str = Search(query = Sub_Question_1, thought = Thought1)
Ans_1: str = Get_Answer(query = Sub_Question_1, info = Info_1)
Thought2: str = "After knowing who it is, I need to know who succeeded him."
Sub_Question_2: str = f"Who succeeded {Ans_1}?"
Info_2: str = Search(query = Sub_Question_2, thought = Thought2)
Ans_2: str = Get_Answer(query = Sub_Question_2, info = Info_2)
Final_Answer: str = Finish_The_Plan(Answer = Ans_2)
"""


def ask(number: int, text: str) -> str:
    """Return the lines of one sub-question."""
    mark = "f" if "{" in text else ""
    return (
        f'Sub_Question_{number}: str = {mark}"{text}"\n'
        f"Info_{number}: str = Search(query = Sub_Question_{number})\n"
        f"Ans_{number}: str = "
        f"Get_Answer(query = Sub_Question_{number}, info = Info_{number})\n"
    )


def finish(name: str) -> str:
    return f"Final_Answer: str = Finish_The_Plan(Answer = {name})\n"
