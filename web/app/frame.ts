import type { ReactNode } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'

/** What the frame around a page knows so far. */
export type FrameProps = {
  accounts: readonly Account[]
  accountId: string
  setupStatus: AccountSetupStatus | undefined
  children: ReactNode
}
