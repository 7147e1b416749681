"""Dates as days since 1970-01-01, and the columns that they become."""

import datetime
import math
import re
import unicodedata

import numpy as np

_PHASES = {
    "season": lambda days: _of_year(days),
    "weekday": lambda days: ((math.floor(days) + 3) % 7) / 7,
    "hour": lambda days: days - math.floor(days),
}


def _of_year(days):
    year = datetime.date.fromordinal(math.floor(days) + 719163).year
    start = _day_number(year, 1, 1)
    return (days - start) / (_day_number(year + 1, 1, 1) - start)


def date_columns(days, parts, instead):
    """The columns of dates, None where there is none: a gap is the date `instead` of it, and in cycles the middle of the circle."""
    columns = []
    for part in parts:
        if part == "trend":
            columns.append(np.array([instead if day is None else day for day in days], float))
            continue
        angles = [None if day is None else 2 * math.pi * _PHASES[part](day) for day in days]
        columns.extend(np.array([0 if angle is None else wave(angle) for angle in angles], float) for wave in (math.cos, math.sin))
    return np.column_stack(columns)


def settled_dates(found, frozen=None):
    """
    Of dates by `parse_date`, None among them: the days, None also where one contradicts those before it, and whether the month is first.
    Whether 3/4/2024 is in March or in April the whole column decides, and where it leaves that open the order `frozen` of the training
    rows, True for the month first, if it is known.
    """
    clock = month_first = None
    fitting = []
    for date in found:
        if date is not None:
            clock = date[2] if clock is None else clock
            certain = None if None not in date[:2] else date[0] is None
            if date[2] != clock or (certain is not None and month_first not in (None, certain)):
                date = None
            elif certain is not None:
                month_first = certain
        fitting.append(date)
    if month_first is None:
        known = [date for date in fitting if date is not None]
        month_first = _steps([date[1] for date in known]) < _steps([date[0] for date in known]) if frozen is None else frozen
    return [None if date is None else date[1] if month_first else date[0] for date in fitting], month_first


def _steps(days):
    return sum(abs(b - a) for a, b in zip(days, days[1:]))


def parse_date(text):
    """Days since 1970-01-01 with the day first and with the month first, each None where it is no date, and whether it is a time of day alone; None for no date at all."""
    if not 4 <= len(text) <= _LONGEST_DATE or not re.search("[0-9]", text):
        return None
    plain = re.sub("[\u00a0\u2007\u2009\u202f]", " ", text)
    for form in _DIGITS_FIRST if text[0] in "0123456789" else _LETTERS_FIRST:
        match = form.fullmatch(plain)
        date = _date_of(match.groupdict()) if match else None
        if date is not None:
            return date
    return None


def _date_of(groups):
    get = groups.get
    time, zone = _time_of(groups), _zone_of(groups)
    if time is None:
        return None
    if get("y") is None:
        return (time, time, True)
    if zone is None or (get("o") is not None and f" {_folded(get('o'))}" not in f" {_WEEKDAYS}"):
        return None
    # Two-digit years as POSIX reads them: 69-99 are 1969-1999.
    year = int(get("y")) if len(get("y")) == 4 else int(get("y")) + (2000 if int(get("y")) < 69 else 1900)
    if get("e") is not None:
        days = _day_number(year, int(get("f")), int(get("e"))), _day_number(year, int(get("e")), int(get("f")))
    else:
        month = int(get("m") or 1) if get("n") is None else _month_of(get("n"))
        if get("d") is not None:
            day = _day_number(year, month, int(get("d")))
        else:
            # Other numbers before a dash or a stroke are seldom years.
            day = _period_start(year, month, groups) if 1800 <= year <= 2199 else None
        days = day, day
    shift = time - zone
    day, month = (None if day is None else day + shift if get("d") or get("e") else day for day in days)
    return None if day is None and month is None else (day, month, False)


def _period_start(year, month, groups):
    if groups.get("q"):
        return _day_number(year, 3 * int(groups["q"]) - 2, 1)
    if not groups.get("w"):
        return _day_number(year, month, 1)
    # The first ISO week of a year is that of 4 January.
    monday = lambda of: (fourth := _day_number(of, 1, 4)) - (fourth + 3) % 7
    start = monday(year) + 7 * (int(groups["w"]) - 1)
    return None if start < monday(year) or start >= monday(year + 1) else start + int(groups.get("k") or 1) - 1


def _day_number(year, month, day):
    # Python has no year 0.
    later = 400 if year < 400 else 0
    try:
        return datetime.date(year + later, month, day).toordinal() - 719163 - (146097 if later else 0)
    except ValueError:
        return None


def _folded(name):
    """Without accents, points and capitals."""
    plain = re.sub("[\u0300-\u036f.]", "", unicodedata.normalize("NFD", name))
    return plain.lower().replace("\u0131", "i").replace("\u0142", "l")


def _month_of(name):
    """By three letters or more of its beginning, 0 where these begin no month, or two."""
    begun = _folded(name)
    found = {k + 1 for k, names in enumerate(_MONTHS) if len(begun) > 2 and f" {begun}" in f" {names}"}
    return found.pop() if len(found) == 1 else 0


def _time_of(groups):
    """Fraction of a day; 0 without a time, None for an impossible one."""
    if groups.get("h") is None:
        return 0
    hour, minute, second = int(groups["h"]), int(groups["i"]), float((groups.get("s") or "0").replace(",", ".").replace(":", "."))
    half = groups.get("p")
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half in "pP" else 0)
    return None if hour > 24 or minute > 59 or second >= 61 else (hour * 3600 + minute * 60 + second) / 86400


def _zone_of(groups):
    """Fraction of a day east of Greenwich, None for what is no zone. Hours alone follow seconds: 10:00-12 is a range."""
    name = (groups.get("z") or "z").lower()
    if name in _ZONES:
        return _ZONES[name] / 1440
    match = re.fullmatch(r"(utc|gmt)?([+-])([0-9]{1,2}):?([0-9]{2})?", name)
    if not match or int(match[3]) > 23 or int(match[4] or 0) > 59:
        return None
    if not match[1] and (len(match[3]) < 2 or (match[4] is None and groups.get("s") is None)):
        return None
    return (-1 if match[2] == "-" else 1) * (int(match[3]) * 60 + int(match[4] or 0)) / 1440
