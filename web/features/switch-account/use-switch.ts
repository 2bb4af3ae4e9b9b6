import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { CustomerDetails } from '#contract/switch-account.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import { refreshAccount, notifyOtherTabs } from '../../session/account-news.ts'
import { ApiError, isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { useBusy } from '../../ui/button/use-busy.ts'
import { showToast } from '../../ui/toast/toast.ts'
import {
  detailsSent,
  isEmpty,
  refusedFields,
  startingForm,
  fieldErrorsOf,
  type DetailsForm,
  type FieldErrors,
} from './details-form.ts'
import { readDetails } from './switch-account-queries.ts'

const oneMoreStep =
  'Your details are saved. One more step: please verify your identity to finish your switch.'

export type SwitchInput = {
  accountId: string
  details: CustomerDetails
  agreementText: string
  /** Saving failed, but not because of the form. */
  onFail: () => void
}

/** The whole form, from the first field to the next page. */
export function useSwitch({ accountId, details, agreementText, onFail }: SwitchInput) {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [form, setForm] = useState(() => startingForm(details))
  const [isTried, setTried] = useState(false)
  const [stops, setStops] = useState(0)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()
  const [isBusy, run] = useBusy()
  const isGone = useIsGone()

  const troubles = fieldErrorsOf(form, details.today)

  /** A customer who has left the page meanwhile stays where they are. */
  function moveOn(status: ProductChangeStatus | null): void {
    if (!isGone.current) {
      // Remove cached data, or the next page would show it first.
      for (const name of ['overview', 'identity']) queryClient.removeQueries({ queryKey: [name, accountId] })
      // Navigate first, because this page closes as soon as the account has moved on.
      navigate(status === 'VerifyYourIdentity' ? '/verify-identity' : '/', { replace: true })
      // A customer who agreed to the credit check expects to be done; a banner on the Overview shows the status.
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

  /** Rethrows errors that cannot be handled here. */
  async function recover(error: unknown): Promise<void> {
    // The session has ended, and the page with it.
    if (error instanceof ApiError && error.status === 401) return
    const fields = isRefused(error) ? refusedFields(error.fields) : undefined
    if (fields) {
      setRefused(fields)
      return setStops((count) => count + 1)
    }
    if (isRefused(error) && error.code === 'not_by_staff') return setNotice(error.msg)
    if (!isRefused(error) || error.code !== 'not_possible') throw error
    // Already done in another tab, or by an earlier press whose reply was lost.
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
    /** How often an invalid field was found. */
    stops,
    /** None before the first submit. */
    errors: isTried ? { ...refused, ...troubles } : {},
    change: (part: Partial<DetailsForm>) => {
      setForm((before) => ({ ...before, ...part }))
      setRefused((before) => without(before, part))
      setNotice(undefined)
    },
    /** False if something is invalid; then nothing is sent. */
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

/** Drops the server's errors of changed fields: the new value may be valid. */
function without(refused: FieldErrors, { birthText, ...part }: Partial<DetailsForm>): FieldErrors {
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
