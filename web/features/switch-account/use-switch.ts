import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { CustomerDetails } from '#contract/switch-account.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import { refreshAccount, notifyOtherTabs } from '../../session/account-news.ts'
import { ApiError, isRefused } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useBusy } from '../../ui/button/use-busy.ts'
import { showToast } from '../../ui/toast/toast.ts'
import {
  detailsSent,
  isEmpty,
  refusedFields,
  startingForm,
  troublesOf,
  type DetailsForm,
  type Troubles,
} from './details-form.ts'
import { readDetails } from './switch-account-queries.ts'

const oneMoreStep =
  'Your details are saved. One more step: please verify your identity to finish your switch.'

export type SwitchInput = {
  accountId: string
  details: CustomerDetails
  agreementText: string
  /** It could not be saved, and nothing in the form is to blame. */
  onFail: () => void
}

/** From the first field to the page that comes after it. */
export function useSwitch({ accountId, details, agreementText, onFail }: SwitchInput) {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [form, setForm] = useState(() => startingForm(details))
  const [isTried, setTried] = useState(false)
  const [stops, setStops] = useState(0)
  const [refused, setRefused] = useState<Troubles>({})
  const [notice, setNotice] = useState<string>()
  const [isBusy, run] = useBusy()
  const isGone = useIsGone()

  const troubles = troublesOf(form, details.today)

  /** Whoever went elsewhere meanwhile stays there. */
  function moveOn(status: ProductChangeStatus | null): void {
    if (!isGone.current) {
      // The next page would otherwise begin with what was true before.
      for (const name of ['overview', 'identity']) queryClient.removeQueries({ queryKey: [name, accountId] })
      // First, since this page ends as soon as the account is known to have moved on.
      navigate(status === 'VerifyYourIdentity' ? '/verify-identity' : '/', { replace: true })
      // Whoever agreed to the credit check expects to be done; on the Overview a banner says how it stands.
      if (status === 'VerifyYourIdentity') showToast({ variant: 'success', text: oneMoreStep })
    }
    refreshAccount()
    notifyOtherTabs()
  }

  async function save(): Promise<void> {
    const { productChangeStatus } = await call(
      'POST /api/portal/customer/account/:accountId/customer-details',
      { params: { accountId }, body: detailsSent(form, agreementText) },
    )
    moveOn(productChangeStatus)
  }

  /** Throws what is beyond help here. */
  async function recover(error: unknown): Promise<void> {
    // The session is over, and with it the page.
    if (error instanceof ApiError && error.status === 401) return
    const fields = isRefused(error) ? refusedFields(error.fields) : undefined
    if (fields) {
      setRefused(fields)
      return setStops((count) => count + 1)
    }
    if (isRefused(error) && error.code === 'not_by_staff') return setNotice(error.msg)
    if (!isRefused(error) || error.code !== 'not_possible') throw error
    // Done already, in another tab or by an earlier press whose answer got lost.
    const { productChangeStatus } = await readDetails(accountId)
    if (productChangeStatus === 'VerifyYourDetails') throw error
    moveOn(productChangeStatus)
  }

  async function saveOrSay(): Promise<void> {
    try {
      await save().catch(recover)
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      onFail()
    }
  }

  return {
    form,
    isBusy,
    notice,
    /** How often something was found wrong in a field. */
    stops,
    /** None before the first press on the button. */
    errors: isTried ? { ...refused, ...troubles } : {},
    change: (part: Partial<DetailsForm>) => {
      setForm((before) => ({ ...before, ...part }))
      setRefused((before) => without(before, part))
      setNotice(undefined)
    },
    /** False where something is wrong; then nothing is sent. */
    submit: (): boolean => {
      setTried(true)
      setNotice(undefined)
      if (!isEmpty(troubles)) {
        setStops(stops + 1)
        return false
      }
      setRefused({})
      run(saveOrSay)
      return true
    },
  }
}

/** What was refused may be right once it is changed; the server will tell. */
function without(refused: Troubles, { birthText, ...part }: Partial<DetailsForm>): Troubles {
  const changed = birthText === undefined ? part : { ...part, birthDate: null }
  return Object.fromEntries(Object.entries(refused).filter(([name]) => !(name in changed)))
}

function useIsGone() {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  return isGone
}
