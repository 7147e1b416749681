"""Dates as days since 1970-01-01, and the columns that they become."""

import datetime
import math
import re

import numpy as np

_PHASES = {
    "season": lambda days: _of_year(days),
    "weekday": lambda days: ((math.floor(days) + 3) % 7) / 7,
    "hour": lambda days: days - math.floor(days),
}


def _of_year(days):
    year = _date(days).year
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


def settled_dates(pairs, frozen=None):
    """
    Of pairs by `parse_date`, None among them, the days: whether 3/4/2024 is in March or in April the whole column decides, and where
    it leaves that open the order `frozen` of the training rows, True for the month first, if it is known.
    """
    known = [both for both in pairs if both is not None]
    if frozen is not None:
        certain = (day is None for day, month in known if day is None or month is None)
        month_first = next(certain, frozen)
        return [None if both is None else both[1 if month_first else 0] for both in pairs]
    month_first = any(day is None for day, _ in known)
    if not month_first and all(month is not None for _, month in known):
        month_first = _steps([month for _, month in known]) < _steps([day for day, _ in known])
    return [None if both is None else _chosen(both, month_first) for both in pairs]


def _chosen(both, month_first):
    day, month = both
    return month if (month_first and month is not None) or day is None else day


def _steps(days):
    return sum(abs(b - a) for a, b in zip(days, days[1:]))


_TIME = r"(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?\s*([ap]m)?"
_YEAR_FIRST = re.compile(rf"^(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}})(?:[T ]+{_TIME}\s*(Z|[+-]\d{{2}}:?\d{{2}})?)?$", re.I | re.A)
_YEAR_LAST = re.compile(rf"^(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}|\d{{2}})(?:[T ,]+{_TIME})?$", re.I | re.A)
_NAMED = re.compile(rf"^(\d{{1,2}})[ -]([a-z]{{3}})[a-z]*\.?[ ,-]+(\d{{4}})(?:[ ,]+{_TIME})?$", re.I | re.A)
_NAMED_FIRST = re.compile(rf"^([a-z]{{3}})[a-z]*\.? (\d{{1,2}}),? (\d{{4}})(?:[ ,]+{_TIME})?$", re.I | re.A)
_TIME_ONLY = re.compile(rf"^{_TIME}$", re.I | re.A)
_DOTTED = re.compile(r"^(\d{1,2})\.(\d{2})\.(00)$", re.A)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def parse_date(text):
    """Days since 1970-01-01 with the day first and with the month first: a pair, None where a reading is no date; None for no date at all."""
    if not 4 <= len(text) <= 40:
        return None
    for pattern, read in (
        (_NAMED_FIRST, lambda m: _fixed(m[3], _month(m[1]), m[2], m.groups()[3:7])),
        (_YEAR_FIRST, lambda m: _fixed(m[1], m[3], m[4], m.groups()[4:8], m[9])),
        (_TIME_ONLY, lambda m: _same(_time(m.groups()))),
        (_DOTTED, lambda m: _same(_time((*m.groups(), None)))),
        (_YEAR_LAST, _year_last),
        (_NAMED, lambda m: _fixed(m[3], _month(m[2]), m[1], m.groups()[3:7])),
    ):
        match = pattern.match(text)
        if match:
            return read(match)
    return None


def _same(days):
    return None if days is None else (days, days)


def _fixed(year, month, day, clock, zone=None):
    number, time = _day_number(year, month, day), _time(clock)
    if number is None or time is None:
        return None
    shift = 0
    if zone and zone.lower() != "z":
        shift = (-1 if zone[0] == "-" else 1) * (int(zone[1:3]) * 60 + int(zone[-2:])) / 1440
    return _same(number + time - shift)


def _year_last(m):
    year = int(m[4]) if len(m[4]) == 4 else int(m[4]) + (2000 if int(m[4]) < 69 else 1900)
    time = _time(m.groups()[4:8])
    if time is None:
        return None
    day, month = _day_number(year, m[3], m[1]), _day_number(year, m[1], m[3])
    if day is None and month is None:
        return None
    return (None if day is None else day + time, None if month is None else month + time)


def _month(name):
    return _MONTHS.index(name.lower()) + 1 if name.lower() in _MONTHS else 0


def _day_number(year, month, day):
    try:
        return datetime.date(int(year), int(month), int(day)).toordinal() - 719163
    except ValueError:
        return None


def _date(days):
    return datetime.date.fromordinal(math.floor(days) + 719163)


def _time(groups):
    hour, minute, second, half = groups
    if hour is None:
        return 0
    hour, minute = int(hour), int(minute)
    second = float(second.replace(",", ".")) if second else 0
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.lower() == "pm" else 0)
    if hour > 24 or minute > 59 or second >= 61:
        return None
    return (hour * 3600 + minute * 60 + second) / 86400
