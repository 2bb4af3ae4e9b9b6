/** The required and the optional columns of the files that staff import. */
export const importColumns = {
  enrolments: {
    needed: [
      'school',
      'email',
      'first_name',
      'last_name',
      'student_first_name',
      'student_last_name',
      'year_level',
      'start_year',
    ],
    optional: ['mobile', 'account', 'product', 'joined_on', 'student', 'share_percent', 'holds_remainder'],
  },
  'fee-changes': {
    needed: ['school', 'year', 'kind', 'name'],
    optional: [
      'year_level',
      'amount',
      'percent',
      'discountable',
      'tax_percent',
      'options',
      'starts_on',
      'ends_on',
    ],
  },
  'payment-requests': {
    needed: ['account', 'amount', 'due_on'],
    optional: ['school', 'period', 'expires_on', 'breakdown'],
  },
} as const satisfies Record<string, { needed: readonly string[]; optional: readonly string[] }>
export type DeskImport = keyof typeof importColumns
