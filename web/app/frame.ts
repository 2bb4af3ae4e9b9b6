import type { ReactNode } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'

/** What stands around a page knows this, as far as it is known yet. */
export type FrameProps = {
  accounts: readonly Account[]
  accountId: string
  setupStatus: AccountSetupStatus | undefined
  children: ReactNode
}
