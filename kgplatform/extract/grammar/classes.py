"""What kind of entity a common noun names: "film" a Work, "village" a Place, "actor" a Person.

An encyclopaedic first sentence says what its subject is ("Bergen is a city"); that is surer than a
name recogniser's guess from the name alone.
"""

from __future__ import annotations

__all__ = ["DEMONYMS", "GENERIC", "NATION_NAMES", "RANKS", "type_of_noun"]

DEMONYMS = frozenset(
    """Afghan Albanian Algerian American Andorran Angolan Argentine Argentinian
    Armenian Australian Austrian Azerbaijani Bahraini Bangladeshi Basque
    Bavarian Belarusian Belgian Bolivian Bosnian Brazilian British Bulgarian
    Burmese Cambodian Cameroonian Canadian Catalan Chilean Chinese Colombian
    Congolese Croatian Cuban Cypriot Czech Czechoslovak Danish Dutch
    Ecuadorian Egyptian English Estonian Ethiopian Filipino Finnish Flemish
    French Gambian Georgian German Ghanaian Greek Guatemalan Haitian Hungarian
    Icelandic Indian Indonesian Iranian Iraqi Irish Israeli Italian Ivorian
    Jamaican Japanese Jordanian Kazakh Kenyan Korean Kosovar Kurdish Kuwaiti
    Kyrgyz Laotian Latvian Lebanese Liberian Libyan Lithuanian Luxembourgish
    Macedonian Malaysian Malian Maltese Manx Mexican Moldovan Mongolian
    Montenegrin Moroccan Namibian Nepalese Nepali Nicaraguan Nigerian
    Norwegian Pakistani Palestinian Panamanian Paraguayan Persian Peruvian
    Polish Portuguese Prussian Qatari Québécois Romanian Russian Rwandan
    Salvadoran Samoan Saudi Scottish Senegalese Serbian Singaporean Slovak
    Slovene Slovenian Somali Soviet Spanish Sudanese Swedish Swiss Syrian
    Taiwanese Tanzanian Thai Tibetan Tunisian Turkish Ugandan Ukrainian
    Uruguayan Uzbek Venezuelan Vietnamese Welsh Yugoslav Yugoslavian Zambian
    Zimbabwean""".split()
)
"""Adjectives of nations: what name recognisers often take for the language."""

NATION_NAMES = frozenset(
    "Hong Kong,New Zealand,Puerto Rico,Sri Lanka,Northern Ireland,South Korea,North Korea,UK,"
    "Soviet Union,United States,U.S.,US,West German,East German,South African,Puerto Rican,"
    "Cape Verdean,Sri Lankan,Costa Rican,New Zealander,Dominican,Omani,Emirati,Hawaiian,"
    "Czechoslovakian,Yugoslavian,Trinidadian,Bahamian,Eritrean,Guinean,Mauritian".split(",")
)
"""Names that stand before a noun where others have an adjective: "a New Zealand cricketer"."""

RANKS = frozenset(
    """king queen prince princess duke duchess earl count countess baron baroness
    emir emperor lord lady sir dame marquis marquess viscount president prime
    minister governor general jr sr captain colonel saint st sultan shah tsar
    pope bishop mr mrs dr professor vice first second third 1st 2nd 3rd 4th
    5th 6th 7th 8th secretary senator chancellor director of the knight
    baronet""".split()
)
"""Words that alone, or together, name an office or a rank and nobody in particular."""

GENERIC = frozenset(
    """university college school academy institute company museum club church government parliament
    court senate council committee state city village district county army navy party team league
    hospital university building""".split()
)
"""Words that, even with a capital, name nothing by themselves."""

_NOUNS = {
    "Work": """film movie documentary album song single ep mixtape novel novella book play
        opera musical poem series sitcom miniseries soundtrack comic manga
        anime episode show magazine newspaper journal painting sculpture
        ballet symphony memoir story drama comedy thriller western romance
        telenovela soap video videogame game sequel remake screenplay cartoon
        franchise trilogy compilation track tune hymn anthem ballad
        composition concerto essay biography autobiography short webcomic
        podcast program programme telefilm peplum mystery melodrama melody
        farce remix fresco operetta featurette fantasy""",
    "Place": """village city town municipality river lake mountain island country state
        province district county region commune hamlet suburb neighborhood
        neighbourhood township borough parish capital community peninsula bay
        valley park street road highway bridge stadium airport castle palace
        building church cathedral monastery temple mosque settlement area
        territory republic kingdom forest desert sea ocean glacier volcano
        hill creek stream reservoir locality prefecture arena station museum
        house hotel skyscraper cemetery lighthouse tower square arrondissement
        oblast raion canton port harbour""",
    "Organization": """company band group university college school organization organisation
        corporation club team party agency institution institute firm label
        orchestra choir church manufacturer publisher airline bank duo trio
        quartet ensemble league association federation foundation society
        union network studio brand retailer charity newspaper brewery squadron
        regiment brigade army navy ministry department bureau distributor
        conglomerate franchise supergroup subsidiary hospital academy""",
    "Event": """battle war festival tournament championship election season competition race
        conference olympics event siege rebellion revolution massacre
        earthquake hurricane match treaty ceremony riot""",
    "Group": "people tribe clan dynasty family ethnicity caste religion language nation",
    "Product": "car aircraft ship software rifle engine locomotive automobile missile console",
    "Person": """man woman person boy girl son daughter wife husband brother sister father
        mother king queen prince princess duke duchess earl count countess
        baron baroness emperor empress sultan lord lady bishop archbishop pope
        cardinal priest monk nun saint president minister governor senator
        mayor politician lawyer judge attorney diplomat soldier general
        admiral officer colonel captain actor actress singer musician rapper
        composer guitarist drummer pianist director producer screenwriter
        writer author novelist poet playwright journalist painter sculptor
        artist architect photographer filmmaker cinematographer comedian
        dancer model footballer player cricketer athlete boxer wrestler
        cyclist swimmer coach manager engineer scientist physicist chemist
        mathematician biologist astronomer philosopher historian economist
        psychologist physician doctor surgeon nurse teacher professor scholar
        academic educator businessman businesswoman entrepreneur industrialist
        banker inventor explorer theologian missionary activist feminist
        revolutionary noble nobleman noblewoman aristocrat merchant farmer
        chef host presenter personality broadcaster editor critic translator
        salesman weightlifter wrestler anthropologist linguist jurist
        statesman official bassist vocalist songwriter bandleader conductor
        violinist cellist organist lyricist librettist choreographer designer
        illustrator cartoonist animator goalkeeper defender midfielder striker
        forward quarterback pitcher outfielder golfer skater skier driver
        jockey sprinter runner rower ruler monarch regent consort heir
        courtier knight baronet peer socialite philanthropist criminal
        murderer spy pilot astronaut sailor scion leader member founder
        candidate magician youtuber blogger entertainer cofounder executive
        filmaker showrunner impresario soprano tenor baritone contralto mezzo
        percussionist saxophonist trumpeter flautist violist keyboardist dj
        wit dramatist humorist essayist pamphleteer""",
}
_TYPE_OF_NOUN = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}
# Named twice above: what they most often are in a first sentence.
_TYPE_OF_NOUN.update(church="Place", newspaper="Work", franchise="Work", publisher="Organization")


def type_of_noun(noun: str) -> str | None:
    """Return the entity type that a common noun (lower case, singular) names, or None."""
    kind = _TYPE_OF_NOUN.get(noun)
    if kind is None and "-" in noun:
        kind = _TYPE_OF_NOUN.get(noun.rsplit("-", 1)[1])
    if kind is None and noun.endswith(("man", "woman")) and len(noun) > 5:
        kind = "Person"
    return kind
