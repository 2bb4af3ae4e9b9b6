import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { StaffDeposit } from '#contract/staff-money.ts'
import { nameOf } from '../foundation/deposit-path.ts'

/** The deposit that is decided on: the address names it, so that the list may change beside it. */
export function useChosenDeposit(deposits: readonly StaffDeposit[] | undefined) {
  const [search, setSearch] = useSearchParams()
  const list = deposits ?? []
  const requested = search.get('deposit')
  const current = list.find((each) => nameOf(each) === requested)
  const first = list[0] && nameOf(list[0])
  useEffect(() => {
    if (requested === null && first !== undefined) setSearch({ deposit: first }, { replace: true })
  }, [requested, first, setSearch])
  return {
    list,
    current,
    isGone: requested !== null && deposits !== undefined && current === undefined,
    choose: (deposit: StaffDeposit | undefined) => {
      if (deposit && deposit !== current) setSearch({ deposit: nameOf(deposit) })
    },
    /** Once the current one is settled. */
    chooseAnother: () => {
      const next = list.find((each) => each !== current)
      setSearch(next ? { deposit: nameOf(next) } : {}, { replace: true })
    },
  }
}
