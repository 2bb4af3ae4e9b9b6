import type { StaffDeposit } from '#contract/staff-money.ts'

/** What a deposit is called in addresses, in the queue and by the command line. */
export const nameOf = ({
  billerCode,
  bankReference,
}: Pick<StaffDeposit, 'billerCode' | 'bankReference'>): string => `${billerCode}/${bankReference}`

export const depositPath = (name: string): string => `/money?deposit=${encodeURIComponent(name)}`
