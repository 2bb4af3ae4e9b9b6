import type { ReactNode } from 'react'
import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { Card } from '../../ui/card/card.tsx'
import { CheckIcon } from '../../ui/icon/check.tsx'
import { CloseIcon } from '../../ui/icon/close.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { PhoneIcon } from '../../ui/icon/phone.tsx'
import { Facts, SumFacts } from '../ui/facts/facts.tsx'
import { day, moment, money } from '../foundation/format.ts'
import { Kind } from '../ui/kind/kind.tsx'
import '../ui/lines/lines.css'

/** Sums, ids, tries and messages, beside the way of the payment. */
export function AboutPayment({ payment }: { payment: StaffPaymentPage }) {
  return (
    <aside className="pile" aria-label="About this payment">
      {payment.hasReceipt && <Money payment={payment} />}
      {(payment.provider.key ?? payment.provider.paymentId) !== null && <AtProvider payment={payment} />}
      {payment.hasReceipt && <Attempts payment={payment} />}
      <Messages payment={payment} />
    </aside>
  )
}

function Money({ payment }: { payment: StaffPaymentPage }) {
  const { currency, amount, surcharge, refunded, disputed, left } = payment
  return (
    <Card title="Money">
      <SumFacts
        parts={[
          ['Paid', money(amount, currency)],
          ['Surcharge', money(surcharge, currency)],
          ['Refunded', money(0 - refunded, currency)],
          ['Disputed', money(0 - disputed, currency)],
        ]}
        total={['Remaining', money(left, currency)]}
      />
    </Card>
  )
}

function AtProvider({ payment }: { payment: StaffPaymentPage }) {
  const { provider, dispute, failure, region } = payment
  const { paymentId, chargeId, mandateId, looks, nextLookAt } = provider
  const facts: [string, ReactNode][] = [
    ['Payment', paymentId && mono(paymentId)],
    ['Charge', chargeId && mono(chargeId)],
    ['Mandate', mandateId && mono(mandateId)],
    ['Dispute', dispute?.providerDisputeId && mono(dispute.providerDisputeId)],
    ['Reason', dispute?.reason && `${dispute.reasonText} (${dispute.reason})`],
    ['Code', failure?.reason || null],
    ['Status checks', `${looks}${nextLookAt ? `, next ${moment(nextLookAt, region)}` : ''}`],
  ]
  return (
    <Card title="At the provider">
      <Facts facts={facts} />
    </Card>
  )
}

const mono = (id: string) => <span className="mono">{id}</span>

const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth']

function Attempts({ payment: { tries, methodName } }: { payment: StaffPaymentPage }) {
  return (
    <Card title="Attempts">
      <ul className="lines lines--flush">
        {tries.map(({ paymentId, number, status, sentOn, why }) => {
          const isFailed = status === 'Failed'
          return (
            <li key={paymentId}>
              <Kind icon={isFailed ? CloseIcon : CheckIcon} tint={isFailed ? 'pink' : 'green'} size="small" />
              <span className="lines__text">
                <b>{`${ordinals[number - 1] ?? `${number}th`} try ${isFailed ? 'failed' : 'succeeded'}`}</b>
                <small>{[day(sentOn), isFailed ? why : methodName].filter(Boolean).join(' · ')}</small>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Messages({ payment: { messages, region } }: { payment: StaffPaymentPage }) {
  return (
    <Card title="Messages">
      {messages.length === 0 ? (
        <p className="muted">Nothing was sent to the family.</p>
      ) : (
        <ul className="lines lines--flush">
          {messages.map(({ id, channel, title, recipient, at, status }) => (
            <li key={id}>
              <Kind
                icon={channel === 'sms' ? PhoneIcon : MailIcon}
                tint={channel === 'sms' ? 'green' : 'blue'}
                size="small"
              />
              <span className="lines__text">
                <b>{title}</b>
                <small>{status === 'Sent' ? recipient : `${recipient} · ${messageStates[status]}`}</small>
              </span>
              <span className="xs muted num">{moment(at, region).split(',')[0]}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const messageStates = { Waiting: 'waiting', Sent: '', Expired: 'too late to send', Refused: 'refused' }
