/** Replacements, by their codes, for notes that quote cells, in words that do not. */
export const WITHOUT_CELLS: Readonly<Record<string, string>> = {
  'data/lone-level':
    'Some classes have one row only, which trains and cannot be tested. Merge classes or collect rows.',
  'data/mostly-numbers':
    'Some columns are mostly numbers with a few words, and are left out. Set their kind to number to count the words as missing.',
  'data/odd-cells':
    'Some cells are not of the kind of their column and count as missing. Set the kind to category if they are values of their own.',
  'data/limits':
    'Some cells are limits in place of numbers, and are read as these. Add them to the values that mean missing if they should count as missing.',
  'data/doubtful-encoding':
    'The encoding of the text is a guess, and another is nearly as likely. Set the encoding if letters are wrong.',
  'data/other-units':
    'Some columns hold numbers with several units or signs at them, and are left out. Write all of a column in one unit.',
  'data/alike-levels':
    'Some levels of a column differ in capitals, blanks and dashes alone, and are apart. Write them alike if they mean the same.',
  'data/range-as-day': 'A spreadsheet may have made days of some ranges in a column. Write the ranges there.',
  'data/sentinel':
    'A value is read as missing, or not, and could be meant otherwise. Set the signs of missing cells if that is wrong.',
};
