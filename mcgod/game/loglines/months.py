"""Month names as servers abbreviate them, in many languages. Pure data and one look-up.

Source: what Java 17 prints for ``MMM`` in some fifty languages, with the CLDR's
names and with its own old ones. A name that means different months in
different languages (Croatian ``lip`` is June, Polish July) is left out: no date
is better than a wrong one.
"""

from __future__ import annotations

import re

# Beginnings of names in lower case, month by month.
_NAMES = (
    """
    ene gen ian jaan jan led oca sau sij sty tammi urt xan yan ιαν стд сту січ янв яну јан қаң հնվ ינו
    ينا ژانو जन ม.ค იან
    """,
    """
    feb fev févr helmi lut ots peb shk vas veebr velj úno şub φεβ ақп лют феб фев փտվ פבר فبر فوریه फ़र
    ก.พ თებ
    """,
    """
    bře kov maalis mac mar mrt márc mär ožu μαρ бер мар нау сак скв մրտ מרץ مار मार्च มี.ค მარ
    """,
    """
    abr api apr avr bal dub huhti kwi nis pri tra ápr απρ апр квіт кра крс сәу ապր אפר آوریل أبر अप्रैल
    เม.ย აპრ
    """,
    """
    geg kvě mag mai maj may maí mei máj svi touko μαΐ μαϊ май мам мая мај трав մյս מאי ماي مه मई พ.ค მაი
    """,
    """
    bir cze eka giu haz hun iun iyn juin jun juuni jún jūn kesä qer xuño čer čvn ιουν июн мау черв чрв
    чэр юни јун հնս יונ يون ژوئن जून มิ.ย ივნ meith
    """,
    """
    heinä hul iul iyl juil jul juuli júl jūl kor lie lug tem uzt xul čvc ιουλ июл лип лпн ліп шіл юли
    јул հլս יול يول ژوئیه जुल ก.ค ივლ
    """,
    """
    abu ag août aug avg avq ağu elo gsh gush kol ogo rgp rugp sie ágú αυγ авг жнв жні серп там օգս אוג
    أغس اوت अग ส.ค აგვ
    """,
    """
    eyl ira rgs rugs ruj sen sep set sht syys szept wrz zář σεπ вер врс сен сеп қыр սեպ ספט سبت سپتامبر
    सित ก.ย სექ
    """,
    """
    eki loka oct okt ott out paź spa tet urr říj οκτ жовт кас кст окт қаз հոկ אוק أكت اکتبر अक्तू ต.ค
    ოქტ
    """,
    """
    aza kas lap marras nob nov noy nën nóv stu νοε лист ліс нов ное ноя қар նոյ נוב نوامبر نوف नव พ.ย
    ნოე
    """,
    """
    abe ara dec dek des dets dez dhj dic dis déc grd gru joulu pro δεκ груд дек дец жел сне снж դեկ דצמ
    دسامبر ديس दिस ธ.ค დეკ
    """,
)
_CHINESE = {name: number for number, name in enumerate(("一", "二", "三", "四", "五", "六"), 1)}
_CHINESE |= {name: number for number, name in enumerate(("七", "八", "九", "十", "十一", "十二"), 7)}
_MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
_LONGEST = max(map(len, _MONTHS))


def month(name: str) -> int | None:
    """Return the month, 1 to 12, that an abbreviated name in any known language means; None when unsure.

    >>> month("May"), month("12月"), month("toukok."), month("十月"), month("thg 3"), month("lip")
    (5, 12, 5, 10, 3, None)
    """
    word = name.strip().lower()
    if digits := re.search(r"\d+", word):
        number = int(digits[0])
        return number if 1 <= number <= 12 else None
    if word.endswith("月"):
        return _CHINESE.get(word[:-1])
    word = word.removeprefix("de ").removeprefix("d’").removeprefix("d'")  # Catalan: 10de gen.2021
    for length in range(min(_LONGEST, len(word)), 1, -1):
        if found := _MONTHS.get(word[:length]):
            return found
    return None
