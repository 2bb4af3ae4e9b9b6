import { useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { Fix, Overview } from '#contract/overview.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { call } from '../../../session/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { notifyOtherTabs, rereadAccount } from '../../../session/account-news.ts'
import { Choice, Choices } from '../../../ui/choice/choice.tsx'
import { Modal } from '../../../ui/modal/modal.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { dayOf } from './ways.ts'

type Payment = Fix['payments'][number]

type FixDialogProps = {
  name: 'day' | 'method'
  isOpen: boolean
  onHide: () => void
  account: Account
  fix: Fix
  text: Overview['failedText']
}

/** Chooses the day on which a payment that failed is tried again, or the method that it is then taken from. */
export function FixDialog({ name, isOpen, onHide, account, fix, text }: FixDialogProps) {
  const { accountId, region } = account
  const isDay = name === 'day'
  const payments = fix.payments.filter(({ days, otherMethods }) => (isDay ? days : otherMethods).length > 0)
  const [dueDate, setDueDate] = useState<string | null>(null)
  const [choice, setChoice] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const payment = payments.find((each) => each.dueDate === dueDate) ?? payments[0]
  if (!payment) return null
  const offered = isDay ? payment.days : payment.otherMethods.map(({ id }) => id)
  const chosen = choice !== null && offered.includes(choice) ? choice : null

  function hide() {
    setChoice(null)
    setMissing(false)
    onHide()
  }

  async function save(of: Payment, wanted: string) {
    const done = isDay
      ? await move(accountId, of, { to: wanted, textVersion: text?.version })
      : await payWith(accountId, of, wanted)
    notifyOtherTabs()
    await readAgain(accountId)
    showToast({ variant: 'success', text: `We collect this payment on ${dayOf(done.triedOn)}.` })
  }

  return (
    <Modal
      isOpen={isOpen}
      onHide={hide}
      title={isDay ? 'Move this payment' : 'Use another method'}
      confirmLabel={confirmLabel(name, payment, chosen, region)}
      closeOnConfirm={chosen !== null}
      onConfirm={() => (chosen === null ? setMissing(true) : save(payment, chosen))}
    >
      {payments.length > 1 && (
        <Choices
          legend="Which payment?"
          value={payment.dueDate}
          onChoose={(next) => {
            setDueDate(next)
            setMissing(false)
          }}
        >
          {payments.map((each) => (
            <Choice
              key={each.dueDate}
              value={each.dueDate}
              label={`Due ${formatDate(each.dueDate)}`}
              end={<span className="num">{formatMoney(each.amount, region)}</span>}
            />
          ))}
        </Choices>
      )}
      <p>{isDay ? dayText(payment, region, text) : methodText(payment, region)}</p>
      <Choices
        legend={isDay ? 'New day' : 'Payment method'}
        value={chosen}
        required
        onChoose={(next) => {
          setChoice(next)
          setMissing(false)
        }}
        error={isMissing ? (isDay ? 'Choose a day.' : 'Choose a payment method.') : undefined}
      >
        {isDay
          ? payment.days.map((day) => <Choice key={day} value={day} label={dayOf(day)} />)
          : payment.otherMethods.map((method) => (
              <Choice
                key={method.id}
                value={method.id}
                label={method.displayName}
                hint={costText(method, region)}
              />
            ))}
      </Choices>
    </Modal>
  )
}

const dayText = ({ amount, dueDate }: Payment, region: Region, text: Overview['failedText']) =>
  [`${formatMoney(amount, region)} was due on ${dayOf(dueDate)}.`, text?.notBefore, text?.ofMove]
    .filter(Boolean)
    .join(' ')

const methodText = ({ amount, otherMethodOn }: Payment, region: Region) =>
  `We collect ${formatMoney(amount, region)} on ${dayOf(otherMethodOn)}. Your other payments stay as they are.`

const costText = ({ surcharge, total }: Payment['otherMethods'][number], region: Region) =>
  surcharge > 0
    ? `${formatMoney(total, region)} in all, with a surcharge of ${formatMoney(surcharge, region)}`
    : 'No surcharge'

function confirmLabel(
  name: FixDialogProps['name'],
  { otherMethods }: Payment,
  chosen: string | null,
  region: Region,
): string {
  if (name === 'day') return chosen === null ? 'Move payment' : `Move to ${formatDate(chosen)}`
  const method = otherMethods.find(({ id }) => id === chosen)
  return method ? `Collect ${formatMoney(method.total, region)}` : 'Use this method'
}

function move(
  accountId: string,
  { planId, dueDate }: Payment,
  wanted: { to: string; textVersion: number | undefined },
) {
  return call('POST /api/portal/customer/account/:accountId/move-failed-payment', {
    params: { accountId },
    body: { planId, dueOn: dueDate, ...wanted },
  })
}

function payWith(accountId: string, { planId, dueDate }: Payment, sourceId: string) {
  return call('POST /api/portal/customer/account/:accountId/pay-with-method', {
    params: { accountId },
    body: { planId, dueOn: dueDate, sourceId },
  })
}

async function readAgain(accountId: string): Promise<void> {
  await Promise.all([
    rereadAccount(),
    queryClient.invalidateQueries({ queryKey: ['plan-material', accountId] }),
  ])
}
