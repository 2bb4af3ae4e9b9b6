import type { SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { ConsentKind } from '#domain/texts.ts'
import type { NamedText } from './agreements.ts'
import type { FileToDraw } from './files.ts'
import type { Moment } from './moment.ts'
import type { Rows } from './rows.ts'
import type { School } from './schools.ts'

/** An account being built: its parts add their rows here, and read what all of them need. */
export type OpenAccount = {
  rows: Rows
  files: FileToDraw[]
  accountId: string
  customerId: string
  holderName: string
  school: School
  moment: Moment
  createdDaysAgo: number
  surchargeRates: SurchargeRate[]
  agreements: Record<ConsentKind, NamedText>
  /** An id for something of this account. */
  id: (...words: (string | number)[]) => string
}
