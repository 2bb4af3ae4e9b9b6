import { sumOfDecimals } from '#domain/money.ts'
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { ExplainedEntry } from '#contract/staff-family-ledger.ts'
import type { Currency } from '#domain/region.ts'
import { useRead } from '../foundation/read.ts'
import { Facts } from '../ui/facts/facts.tsx'
import { day, money, signedMoney } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'

/** What happened, what was booked, the payment, and what the family was told. */
export function EntryExplained({
  accountId,
  entryId,
  currency,
}: {
  accountId: string
  entryId: string
  currency: Currency
}) {
  const query = useRead('GET /api/staff/families/:accountId/ledger/:entryId', {
    params: { accountId, entryId },
  })
  return (
    <div className="why">
      <Loaded query={query} label="Loading the explanation">
        {(entry) => (
          <>
            {entry.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <div className="cols why__cols">
              <Booked entry={entry} currency={currency} />
              <Facts facts={factsOf(entry, accountId, currency)} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

function Booked({ entry, currency }: { entry: ExplainedEntry; currency: Currency }) {
  return (
    <div>
      {entry.entries.map(({ id, date, what, postings }, index) => (
        <Fragment key={id}>
          {index > 0 && (
            <p className="xs muted">
              With it: {what}, {day(date)}
            </p>
          )}
          <div className="why__sum">
            {postings.map(({ name, amount }) => (
              <div key={`${name}${amount}`}>
                <span>{name}</span>
                <span>{signedMoney(amount, currency)}</span>
              </div>
            ))}
            <div>
              <span>Adds up to</span>
              {/* Added up here, so that the postings on the screen are checked and not the server's sum. */}
              <span>{money(sumOfDecimals(postings), currency)}</span>
            </div>
          </div>
        </Fragment>
      ))}
    </div>
  )
}

function factsOf({ payment, told: notified, id }: ExplainedEntry, accountId: string, currency: Currency) {
  return [
    [
      'Payment',
      payment && (
        <Link key="payment" href={`/payments/${payment.id}`}>
          {money(payment.amount, currency)} of {day(payment.date)}
        </Link>
      ),
    ] as const,
    [
      'Messages',
      notified.length === 0
        ? 'No message was sent about it'
        : notified.map((message) => (
            <Link
              key={message.id}
              className="told"
              href={`/families/${accountId}/messages?message=${message.id}`}
            >
              {message.channel === 'sms' ? 'Text' : 'Mail'} “{message.title}” to {message.recipient}
              {message.status === 'Sent' ? '' : `, ${message.status.toLowerCase()}`}
            </Link>
          )),
    ] as const,
    [
      'Entry',
      <span key="entry" className="mono">
        {id.slice(0, 8)}
      </span>,
    ] as const,
  ]
}
