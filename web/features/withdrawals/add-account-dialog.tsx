import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { BankAccount, UnconfirmedBankAccount } from '#contract/withdrawals.ts'
import { holderNameMaxLength } from '#domain/payment-methods/payment-methods.ts'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { StayOpen } from '../../ui/modal/stay-open.ts'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { accountFields, accountSent, accountErrors, type AccountField } from './account-fields.ts'
import { CodeStep } from './code-step.tsx'
import { useCode } from './use-code.ts'
import { bankAccountsQuery } from './withdrawals-queries.ts'
import './withdrawals.css'

type AddAccountDialogProps = { account: Account; isOpen: boolean; onHide: () => void }

/** A bank account to be paid to, in two steps: its numbers, then the code. */
export function AddAccountDialog({ account, isOpen, onHide }: AddAccountDialogProps) {
  const { accountId, region } = account
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState({ holder: '', bsb: '', accountNumber: '' })
  const [shown, setShown] = useState<ReadonlySet<AccountField>>(new Set())
  const [waiting, setWaiting] = useState<UnconfirmedBankAccount>()
  const inputs = useRef<Partial<Record<AccountField, HTMLInputElement | null>>>({})
  const codeField = useRef<HTMLInputElement>(null)
  const troubles = accountErrors(region, typed)

  const code = useCode(waiting?.id, codeField, {
    async confirm(bankAccountId, digits) {
      const added = await call(
        'POST /api/portal/customer/account/:accountId/bank-accounts/:bankAccountId/confirm',
        { params: { accountId, bankAccountId }, body: { code: digits } },
      ).catch((failure: unknown) => lookAgain(bankAccountId, failure))
      const { queryKey } = bankAccountsQuery(accountId)
      queryClient.setQueryData(queryKey, (known: BankAccount[] = []) => [
        ...known.filter(({ id }) => id !== added.id),
        added,
      ])
      showToast({
        variant: 'success',
        text: `${added.displayName} is added. We also wrote to you by email.`,
      })
      void queryClient.invalidateQueries({ queryKey })
    },
    async sendAgain(bankAccountId) {
      const sent = await call(
        'POST /api/portal/customer/account/:accountId/bank-accounts/:bankAccountId/send-code',
        { params: { accountId, bankAccountId } },
      )
      return sent.mobileLast3Digits
    },
  })

  /** The reply to an earlier press was lost, or another tab was faster: then the account is there. */
  async function lookAgain(bankAccountId: string, failure: unknown): Promise<BankAccount> {
    if (!isRefused(failure) || failure.code !== 'not_found') throw failure
    const known = await queryClient.fetchQuery({ ...bankAccountsQuery(accountId), staleTime: 0 })
    const found = known.find(({ id }) => id === bankAccountId)
    if (!found) throw failure
    return found
  }

  /** Throws synchronously if a value is wrong, so that the focus moves there and nothing looks busy. */
  function submit(): Promise<never> {
    setShown(new Set(accountFields))
    const first = accountFields.find((name) => troubles[name])
    if (first) {
      inputs.current[first]?.focus()
      throw new StayOpen()
    }
    return send()
  }

  async function send(): Promise<never> {
    const added = await call('POST /api/portal/customer/account/:accountId/bank-accounts', {
      params: { accountId },
      body: accountSent(typed),
    })
    code.startWait()
    setWaiting(added)
    throw new StayOpen()
  }

  const field = (name: AccountField) => ({
    required: true,
    value: typed[name],
    error: shown.has(name) ? troubles[name] : undefined,
    ref: (input: HTMLInputElement | null) => void (inputs.current[name] = input),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const { value } = currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
    onBlur: () => {
      if (typed[name] !== '') setShown((before) => new Set(before).add(name))
    },
  })

  const frame = { isOpen, onHide, closeOnConfirm: true }
  if (waiting)
    return (
      <Modal
        {...frame}
        title="Confirm with a code"
        confirmLabel="Add bank account"
        hasCancel={false}
        onConfirm={code.submit}
      >
        <CodeStep
          mobileLast3Digits={waiting.mobileLast3Digits}
          purpose="adds this account"
          code={code}
          field={codeField}
        >
          <span className="muted">{waiting.holder}</span>
          <strong>{waiting.displayName}</strong>
        </CodeStep>
      </Modal>
    )
  const isAu = region === 'AU'
  return (
    <Modal {...frame} title="Add a bank account" confirmLabel="Send me a code" onConfirm={submit}>
      <p>
        The account has to be in your own name. A code to your mobile confirms that it is you, we tell you by
        email, and the first payout to it waits 48 hours. That keeps your money safe.
      </p>
      <TextInput
        {...field('holder')}
        label="Account holder name"
        hint={`As shown on your bank statement, up to ${holderNameMaxLength} characters`}
        maxLength={holderNameMaxLength}
        autoComplete="name"
      />
      <TextInput
        {...field('bsb')}
        label={isAu ? 'BSB' : 'Sort code'}
        hint={isAu ? 'Like 062-000' : 'Like 20-00-00'}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextInput {...field('accountNumber')} label="Account number" inputMode="numeric" autoComplete="off" />
    </Modal>
  )
}
