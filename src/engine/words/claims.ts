import type { Claim, ClaimId } from '../contract/claim';

/** Every claim. Rates of error: docs/claims.md. */
export const CLAIMS: Readonly<Record<ClaimId, Claim>> = {
  'more-rows-help': {
    says: 'With n/2 rows the error is … higher …: more rows should still help.',
    when: 'the 95 % interval of the paired difference between half and nearly all rows lies above 0',
    truth: 'the expected error of this fit on new rows is lower with all rows than with half of them',
    otherwise: 'cannot tell whether more rows would help: between … and …',
  },
  'more-rows-help-little': {
    says: 'More rows of this kind would help little.',
    when: 'the upper end of the 95 % interval of what half the rows cost is below 5 %',
    truth: 'twice as many rows lower the error of this fit on new rows by less than 5 %',
    otherwise: 'cannot tell whether more rows would help: between … and …',
  },
};
