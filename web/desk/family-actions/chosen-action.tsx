import { useEffect, useState } from 'react'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { Action } from './action.ts'
import { ActionDrawer } from './action-drawer.tsx'
import { entryOf, isActionName } from './catalogue.ts'
import { OpenAccount } from './open-account.tsx'
import { SeeAsFamily } from './see-as-family.tsx'

type ChosenActionProps = {
  name: string
  account: StaffAccount
  given: URLSearchParams
  isAllowed: boolean
  onClose: () => void
}

/** The drawer that the address names. A name that is none, or not for this role, shows the page alone. */
export function ChosenAction({ name, account, given: params, isAllowed, onClose }: ChosenActionProps) {
  const [action, setAction] = useState<Action<unknown>>()
  useEffect(() => {
    if (!isAllowed || !isActionName(name)) return
    let isCurrent = true
    void entryOf(name)
      .load()
      .then((loaded) => isCurrent && setAction(() => loaded))
    return () => {
      isCurrent = false
    }
  }, [isAllowed, name])
  if (!isAllowed) return null
  if (name === 'see-as-family') return <SeeAsFamily account={account} given={params} onClose={onClose} />
  if (name === 'open-account') return <OpenAccount account={account} given={params} onClose={onClose} />
  if (!action) return null
  return <ActionDrawer action={action} account={account} given={params} onClose={onClose} />
}
