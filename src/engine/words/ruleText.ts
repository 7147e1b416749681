/** Who or what chose a value, after `RunParameter.rule`: "set by you", "lowest leave-one-out error". */
export const ruleText = (rule: string): string => (rule === 'set' ? 'set by you' : rule);

/** The same of a value by its sign, as a remark: "λ set by you", "λ by lowest leave-one-out error". */
export const chosenBy = (sign: string, rule: string): string =>
  rule === 'set' ? `${sign} ${ruleText(rule)}` : `${sign} by ${rule}`;
