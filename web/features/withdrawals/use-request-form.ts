import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { formatNumber, toDecimal } from '#domain/money.ts'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { readAmount } from '../../ui/amount-input/amount-text.ts'
import { amountError } from './amount-error.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'
import { StayOpen } from '../../ui/modal/stay-open.ts'
import { availableQuery, bankAccountsQuery, keepRequest, refreshMoney } from './withdrawals-queries.ts'

/** The fields that take the focus when a value is missing. */
export type RequestFields = {
  amountField: RefObject<HTMLInputElement | null>
  bankField: RefObject<HTMLDivElement | null>
}

/** The amount and the bank account. */
export function useRequestForm(
  { accountId, region }: Account,
  { amountField, bankField }: RequestFields,
  onRequested: (request: WithdrawalRequest) => void,
) {
  const { data: banks = [] } = useQuery(bankAccountsQuery(accountId))
  // Another tab or the other parent may have requested part of it meanwhile.
  const { data } = useQuery({ ...availableQuery(accountId), refetchOnMount: 'always' })
  const available = data?.amount
  const [amount, setAmount] = useState('')
  const [chosenId, choose] = useState<string | null>(null)
  const [isAmountLeft, leaveAmount] = useState(false)
  const [isSent, setSent] = useState(false)

  const bankAccountId = chosenId ?? (banks.length === 1 ? (banks[0]?.id ?? null) : null)
  const trouble = {
    amount: amountError(amount, available ?? Infinity, region),
    bank: bankAccountId === null ? 'Field is required' : undefined,
  }

  /** Throws synchronously if a value is missing, so that the focus moves there and nothing looks busy. */
  function submit(): Promise<never> {
    setSent(true)
    const cents = readAmount(amount)
    if (trouble.amount || cents === undefined) {
      amountField.current?.focus()
      throw new StayOpen()
    }
    if (bankAccountId === null) {
      bankField.current?.querySelector('select')?.focus()
      throw new StayOpen()
    }
    return send(bankAccountId, formatNumber(toDecimal(cents)))
  }

  async function send(bankAccountId: string, sum: string): Promise<never> {
    const request = await call('POST /api/portal/customer/account/:accountId/withdrawal-requests', {
      params: { accountId },
      body: { bankAccountId, amount: sum },
      clientRequestId: idempotencyKeyFor({ accountId, bankAccountId, amount: sum }),
    }).catch((error: unknown) => {
      if (isRefused(error) && error.code === 'over_available') void refreshMoney(accountId)
      throw error
    })
    onRequested(request)
    void keepRequest(accountId, request)
    throw new StayOpen()
  }

  return {
    banks,
    available,
    amount,
    setAmount,
    withdrawAll: () => {
      setAmount(formatNumber(available ?? 0))
      amountField.current?.focus()
    },
    leaveAmount: () => leaveAmount(amount !== ''),
    bankAccountId,
    choose,
    errors: {
      amount: isSent || isAmountLeft ? trouble.amount : undefined,
      bank: isSent ? trouble.bank : undefined,
    },
    submit,
  }
}
export type RequestForm = ReturnType<typeof useRequestForm>
