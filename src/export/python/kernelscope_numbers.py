"""Numbers as people write them, as Kernelscope reads them."""

import collections
import decimal
import math
import re
import unicodedata

NumberFormat = collections.namedtuple("NumberFormat", "decimal thousands")
PLAIN = NumberFormat(".", "")

# What is taken from the ends of a cell.
BLANKS = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_SEPARATORS = {"": "", ",": ",", ".": ".", " ": " \xa0\u2009\u202f", "'": "'\u2019"}
# A whole number beyond it may have lost digits.
_EXACT = 2**53
# Arabic, Devanagari, of full width and of other scripts.
_OTHER_DIGIT = re.compile(r"(?![0-9])\d$")
_LONGEST = 48


def as_number(text, number_format=PLAIN, codes=False):
    """The number that a trimmed text spells; None for anything else, also for codes such as 00123 unless `codes`."""
    decimal, thousands = number_format
    text = _with_plain_digits(text, decimal) if _OTHER_DIGIT.search(text) else with_exponent(text)
    if text[:1] in ("\u2212", "\u2013"):
        text = "-" + text[1:]
    if thousands and _GROUPED[thousands + decimal].fullmatch(text):
        for sign in _SEPARATORS[thousands]:
            text = text.replace(sign, "")
    if decimal == ",":
        if "." in text:
            return None
        text = text.replace(",", ".", 1)
    if not (_SPELT.fullmatch(text) or _EXPONENT.fullmatch(text) or ((codes or re.match("[+-]0[0-9]*[.][0-9]", text)) and _CODES.fullmatch(text))):
        return None
    value = float(text.replace("d", "e").replace("D", "e"))
    return None if abs(value) >= _EXACT and math.isfinite(value) and text.lstrip("+-").isdigit() else value


def _with_plain_digits(text, decimal):
    """A text that ends with a digit of another script in the digits, signs and separators of ASCII, with this decimal sign."""
    text = "".join(str(unicodedata.decimal(sign)) if _OTHER_DIGIT.match(sign) else sign for sign in text)
    thousands = "\u066c" if decimal == "," else "\u066c\uff0c"
    text = re.sub(f"[{thousands}](?=[0-9]{{3}}(?![0-9]))|[\u061c\u200e\u200f]", "", text).replace("\u066b", decimal, 1)
    return re.sub("[\uff0b-\uff0e]", lambda sign: chr(ord(sign[0]) - 0xFEE0), text)


def with_exponent(text):
    """1.2x10^3 with an exponent, and any other text as it is."""
    match = _POWER.fullmatch(text) if "10" in text else None
    if not match:
        return text
    raised = "".join("-" if sign == "\u207b" else "" if sign == "\u207a" else str(_RAISED.index(sign)) for sign in match[3] or "")
    power = (match[2] or "").replace("\u2212", "-").replace("\u2013", "-")
    return f"{match[1] or '1'}e{power}{raised}"


def number_of(text, number_format, unit=None, codes=True, duration=None):
    """The same of a text that may have the `unit` of its column, or "" for none but parentheses, a minus behind or the sign of a limit, which is read as the limit; of None it has none of these. `duration`: what 12:30 means in a column of durations, as h:m or m:s."""
    value = as_number(text, number_format, codes)
    if value is not None or unit is None:
        return value
    limit = limit_of(text)
    if limit is not None:
        text = limit
        value = as_number(text, number_format, codes)
        if value is not None:
            return value
    if duration:
        return seconds_of(text, duration)
    bare, found = undecorated(text)
    value = as_number(bare, number_format, codes) if bare is not None else None
    if value is None or found in ("", unit):
        return value
    power = _power_between(found, unit)
    return None if power is None else _times_power(value, power)


def unit_of(text, number_format):
    """What stands at the number of a trimmed text that spells one or a limit; "" for a number alone, and for anything else."""
    bare, unit = undecorated(limit_of(text) or text)
    return unit if bare is not None and as_number(bare, number_format, True) is not None else ""


def limit_of(text):
    """The number of a limit, <0.5 or 5+, without its sign; None for anything else."""
    limited = _LIMIT.match("".join(map(_shape, text)))
    if limited:
        return text[limited.end() :]
    return text[:-1].rstrip(BLANKS) if text.endswith("+") else None


def _unlimited(text):
    return limit_of(text) or text


def unguarded(text):
    """A trimmed cell without what keeps a spreadsheet from running or changing it: '=a, ="01067"."""
    match = _GUARDED.fullmatch(text)
    return (match[1] if match[1] is not None else match[2]).strip(BLANKS) if match else text


def seconds_of(text, parts):
    """The seconds of a duration, None for anything else."""
    plain = re.sub("[\xa0\u2009\u202f]", " ", text)
    match = next(filter(None, (form.fullmatch(plain) for form in _DURATIONS)), None)
    if not match or _CAPITAL.fullmatch(text):
        return float(text.replace(",", ".")) if parts == "m:s" and _SECONDS.fullmatch(text) else None
    found = match.groupdict()
    week, day, hour, minute, second, a, b = (float((found.get(group) or "0").replace(",", ".")) for group in "wdhmsab")
    sign = -1.0 if found["n"] not in (None, "+") else 1.0
    if found.get("a") is not None:
        short = parts == "m:s" or re.search("[.,]", found["b"])
        return None if not short and parts != "h:m" else sign * (a * 60 + b) * (1 if short else 60)
    days, clock = week * 7 + day, (hour * 60 + minute) * 60 + second
    if sign < 0 and found.get("d") is not None and ":" in text:
        return clock - days * 86400
    return sign * (days * 86400 + clock)


def _power_between(unit, own):
    """The power of ten that makes of a number with a unit one with another; None where these are of different quantities, or there is none."""
    if own == "":
        return None
    (of, power), (own_of, own_power) = _quantity(unit), _quantity(own)
    if of == own_of:
        return power - own_power
    if unit in _FLAGS and own in _FLAGS - {"d", "s"}:
        return 0
    if unit == "B" and own_of == "1":
        return 9 - own_power
    return power - 9 if own == "B" and of == "1" else None


def _times_power(value, power):
    """A number times a power of ten, correctly rounded."""
    if not math.isfinite(value):
        return value
    digits, _, exponent = repr(value).partition("e")
    return float(f"{digits}e{int(exponent or 0) + power}")


def _quantity(unit):
    """Of which quantity a unit is, and which power of ten of that quantity's own unit it is: kB is the third of B."""
    plain = _spelt(unit)
    if plain == "t":
        return "g", 6
    above, stroke, below = plain.partition("/")
    if above and stroke:
        (of, power), (per, less) = _quantity(above), _quantity(below)
        return f"{of}/{per}", power - less
    for prefixes, name in map(str.split, _PREFIXED):
        if plain == name:
            return name, 0
        if plain.endswith(name) and len(plain) == len(name) + 1 and plain[0] in prefixes:
            return name, _POWERS_OF[plain[0]]
    alone = _magnitude(plain)
    return (_money(plain) or _many(unit) or (plain, 0)) if alone is None else ("1", alone)


def _spelt(unit):
    """A unit with one spelling for all that mean the same."""
    plain = re.sub("([a-z]{3}|\\b(?:lb|kg|hr|yr))s(?![a-z])", "\\1", unit, flags=re.A)
    plain = re.sub("[ \xa0\u2009\u202f^]|[.](?=[ \xa0\u2009\u202f]|$)", "", plain)
    for sign, usual in zip("\u03bc\u00b2\u00b3\u00ba", "\u00b523\u00b0"):
        plain = plain.replace(sign, usual)
    plain = plain[:-1] + "l" if plain.endswith("L") else plain
    plain = plain.lower() if plain.lower() in ("kg", "km", "cm") else plain
    return plain


def _magnitude(plain):
    return _POWERS_OF[plain] if plain in ("k", "K", "M", "G", "T") else _MAGNITUDES.get(plain.lower())


def _many(unit):
    """K views, million people"""
    many, blank, of = re.sub("[ \xa0\u2009\u202f]", " ", unit).partition(" ")
    power = 9 if many == "B" else _magnitude(_spelt(many.replace(".", ""))) if many in ("k", "K", "M") or len(many) > 1 else None
    return (_spelt(of), power) if of and power is not None else None


def _money(plain):
    """\u20acM, Mio\u20ac, kEUR"""
    for sign in [*_CURRENCY_SIGNS, *(code for code in (plain[:3], plain[-3:]) if code in _CURRENCIES)]:
        rest = plain[len(sign) :] if plain.startswith(sign) else plain[: -len(sign)] if plain.endswith(sign) else "?"
        power = 0 if rest == "" else _MAGNITUDES.get(rest.lower(), _LETTERS.get(rest.lower()))
        if power is not None:
            return _CURRENCY_SIGNS.get(sign, sign), power
    return None


def undecorated(text):
    """A trimmed cell's number without its unit, with the sign that parentheses or a minus behind it mean, and the unit; None and None where it is built otherwise."""
    if len(text) > _LONGEST:
        return None, None
    height = _FEET.fullmatch(text)
    if height:
        return f"{12 * int(height[1]) + int(height[2])}{height[3] or ''}", "in"
    place = _DEGREES.fullmatch(text)
    if place:
        return _in_degrees(place), "\u00b0"
    shape = "".join(map(_shape, text))
    match = _DECORATED.fullmatch(shape)
    if not match:
        rest, more = _rewritten(text, shape)
        bare, unit = undecorated(rest) if rest else (None, None)
        return (None, None) if bare is None else (bare, unit + more)
    opened, outer, prefix, inner, core, behind, suffix, closed = (text[slice(*match.span(k))] if match.span(k)[0] >= 0 else None for k in range(1, 9))
    signs = [sign for sign in (outer, inner, behind) if sign is not None]
    if (opened is None) != (closed is None) or len(signs) > (0 if opened else 1) or behind == "+":
        return None, None
    if prefix and len(prefix) == 3 and all(map(str.isupper, prefix)) and prefix not in _CURRENCIES:
        return None, None
    code = behind is not None and suffix and all(c.isalpha() or c in "0123456789" for c in suffix) and suffix not in _CURRENCIES
    if code and not re.search(r"\s", text):
        return None, None
    negative = opened is not None or (len(signs) == 1 and signs[0] != "+")
    bare, unit = f"{'-' if negative else ''}{core}", (prefix or "") + (suffix or "")
    booked = None if opened is not None else _BOOKED.fullmatch("".join(map(_shape, unit)))
    if not booked or booked[2] is None:
        return bare, unit
    credit = unit[: booked.start(2)] + ("C" if booked[2] == "D" else "c") + booked[3]
    return bare[1:] if negative else f"-{bare}", credit


def _in_degrees(place):
    """A place in degrees, minutes and seconds as digits and an exponent, south and west below zero."""
    degrees, minutes, seconds = (float((part or "0").replace(",", ".")) for part in place.groups()[1:4])
    _, digits, power = decimal.Decimal(repr((degrees * 3600 + minutes * 60 + seconds) / 3600)).as_tuple()
    below = (place[1] not in (None, "+")) != (place[5] in ("S", "W"))
    return f"{'-' if below else ''}{''.join(map(str, digits)).lstrip('0') or '0'}e{power}"


def _rewritten(text, shape):
    """A number that is rarely written so, as it is usually written, and what stands behind that; None and "" where it is of none of the forms."""
    if not _RARE.fullmatch(shape):
        return None, ""
    spans = [(form.fullmatch(shape), form) for form in (_BRACKETED, _NOTHING, _MARKED, _WORDED)]
    groups = {form: [text[slice(*match.span(k))] if match.span(k)[0] >= 0 else "" for k in range(form.groups + 1)] for match, form in spans if match}
    if _BRACKETED in groups and (groups[_BRACKETED][1] or groups[_BRACKETED][3]):
        return "({1}{2}{3})".format(*groups[_BRACKETED]), ""
    if _NOTHING in groups:
        return "{1}{2}0".format(*groups[_NOTHING]), ""
    if _MARKED in groups:
        return groups[_MARKED][1] or groups[_MARKED][2], ""
    if _WORDED not in groups:
        return None, ""
    _, number, words = groups[_WORDED]
    whole = re.fullmatch(r"/[^0-9]?([0-9]+)", words)
    reached = re.match(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", number) if whole else None
    return (None, "") if reached and float(reached[0]) > float(whole[1]) else (number, words)


def _shape(sign):
    """What stands for a letter or a sign of currency in the patterns."""
    if sign.isascii():
        return sign
    kind = unicodedata.category(sign)
    return "\u00c4" if kind == "Lu" else "\u00e4" if kind[0] == "L" else "\u20ac" if kind == "Sc" else sign


def number_text(value):
    """A number as JavaScript writes it, in the fewest digits that are read back as the same."""
    if value == 0:
        return "0"
    sign, digits, exponent = _digits(value)
    point = exponent + 1
    if 0 < point <= 21:
        text = digits.ljust(point, "0")
        text = text[:point] + ("." + text[point:] if len(text) > point else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
        text = f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + text


def _digits(value):
    mantissa, _, exponent = f"{repr(float(value))}".partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, rest = mantissa.lstrip("-").partition(".")
    power = int(exponent or 0) + len(whole) - 1
    digits = whole + rest
    stripped = digits.lstrip("0")
    power -= len(digits) - len(stripped)
    return sign, stripped.rstrip("0") or "0", power


# More numbers than this with the other decimal sign, for each with that of the training rows, say that rows are not written like those.
_MOST = 9


def number_columns(options):
    """The names of the columns that are numbers in the training rows, which tell how others are written; None where that is not known."""
    columns = options.get("frozen", {}).get("columns")
    return columns and {column["name"] for column in columns if column["reading"]["kind"] == "number"}


def detected_format(texts, options, delimiter=None):
    """Which signs part the decimals and the thousands of some cells: those that are set, else those of the training rows unless the cells contradict them."""
    votes = collections.Counter(name for text in texts if 2 <= len(text) <= 40 for name in _votes(_unlimited(with_exponent(text.strip(BLANKS)))))
    comma, point = votes["comma"] + votes["points"], votes["point"] + votes["commas"]
    either_comma, either_point = votes["either comma"], votes["either point"]
    frozen = options.get("frozen", {}).get("numbers")
    decimal = options.get("decimal") or {",": ".", ".": ","}.get(options.get("thousands"))
    if not decimal and frozen and frozen["decimal"] == ".":
        told = delimiter == ";" and not frozen["thousands"] and either_comma and not either_point
        decimal = "," if (comma > _MOST * point if comma + point else told) else "."
    elif not decimal and frozen:
        told = delimiter not in (None, ";") and not frozen["thousands"] and either_point and not either_comma
        decimal = "." if (point > _MOST * comma if comma + point else told) else ","
    elif not decimal:
        behind = delimiter == ";" and either_comma and not either_point
        decimal = "," if comma > point or (comma == point and behind) else "."
    if "thousands" in options:
        return NumberFormat(decimal, options["thousands"])
    sign, times = (",", votes["commas"] + either_comma) if decimal == "." else (".", votes["points"] + either_point)
    here = [found for found, count in ((sign, times), (" ", votes["blanks"]), ("'", votes["ticks"])) if count]
    known = frozen["thousands"] if frozen and frozen["decimal"] == decimal else ""
    return NumberFormat(decimal, known if known and (not here or known in here) else here[0] if here else "")


def _votes(text, bare=False):
    if _MONTH.fullmatch(text):
        return []
    for sign, name in ((",", "comma"), (".", "point")):
        match = re.fullmatch(rf"[+-]?([0-9]*)[{sign}]([0-9]*)(?:[eEdD][+-]?[0-9]+)?", text)
        if match:
            either = len(match[2]) == 3 and re.fullmatch("[1-9][0-9]{0,2}", match[1])
            return [f"either {name}" if either else name]
    for form, name in ((",.", "commas"), (".,", "points"), (" .,", "blanks"), ("'.,", "ticks")):
        if _GROUPED[form].fullmatch(text):
            beside = [] if name in ("commas", "points") else ["comma"] if "," in text else ["point"] if "." in text else []
            return [name, *beside]
    inner = None if bare else undecorated(text)[0]
    return _votes(inner, True) if inner else []
