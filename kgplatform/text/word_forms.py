"""Forms of one word that no suffix shows, and words that always go together.

"When did she sink?" asks for "she sank"; "Who is her wife?" for "he married". A closed list of very
common ones. Left out is what is also another word: "rose", "found", "saw" and "lay".
"""

from __future__ import annotations

__all__ = ["SAME_WORD"]

_IRREGULAR = """
begin began begun; break broke broken; bring brought; build built; burn burnt; buy bought;
catch caught; choose chose chosen; come came; deal dealt; draw drew drawn; drive drove driven;
eat ate eaten; fall fell fallen; fight fought; flee fled; fly flew flown; forget forgot forgotten;
freeze froze frozen; get got gotten; give gave given; go went gone; grow grew grown; hear heard;
hide hid hidden; hold held; keep kept; know knew known; lead led; leave left; lend lent; lose lost;
make made making; meet met; pay paid; ride rode ridden; run ran; seek sought; sell sold; send sent;
shoot shot; sing sang sung; sink sank sunk sunken; speak spoke spoken; spend spent; steal stole
stolen; strike struck stricken; swim swam swum; take took taken; teach taught; tell told;
think thought; throw threw thrown; wear wore worn; win won; write wrote written writing
"""
_GO_TOGETHER = """
die died dies dying death deaths dead deceased; born birth birthplace birthday;
bury buried buries burial; marry married marries marriage wife wives husband spouse wed wedded
"""

SAME_WORD: dict[str, str] = {
    form: forms.split()[0]
    for forms in f"{_IRREGULAR};{_GO_TOGETHER}".split(";")
    for form in forms.split()
}
"""A form to the word that it is taken for."""
