import { useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { Care, CareRequest } from '#contract/care.ts'
import { careDurations, careReasons, careRhythms, careWays } from '#domain/care.ts'
import { dateIn, formatDateCompact } from '#domain/calendar/calendar.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { filled } from '#domain/texts.ts'
import { Card } from '../../ui/card/card.tsx'
import { call } from '../../session/client.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { ReviewArt } from '../../ui/spot-art/review.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { CareContacts } from './care-contacts.tsx'
import { weekdayAndDay } from '../plan/day-words.ts'
import { useCareAction } from './care-query.ts'
import { CareWords } from './care-words.tsx'

type SentProps = { account: Account; care: Care; request: CareRequest }

/** What was sent, and what happens with it. */
export function CareSent({ account, care, request }: SentProps) {
  return (
    <div className="split">
      <div className="stack stack--24">
        <section className="card" aria-labelledby="care-sent">
          <div className="care__thanks">
            <ReviewArt width={92} />
            <div>
              <h2 id="care-sent">
                {care.hold
                  ? 'Thank you for telling us. Your payments are on hold.'
                  : 'Thank you for telling us.'}
              </h2>
              <p className="muted">
                {sentAt(request.sentAt, { region: account.region, today: care.today })} Reference{' '}
                {request.reference}.
              </p>
            </div>
          </div>
          <Steps care={care} request={request} />
        </section>
        <WhatYouToldUs account={account} request={request} />
      </div>
      <div className="split__aside stack stack--24">
        <HeldPayments account={account} care={care} request={request} />
        <CareContacts account={account} care={care} />
      </div>
    </div>
  )
}

/** "Sent today at 2.41 pm." */
function sentAt(instant: string, { region, today }: { region: Region; today: string }): string {
  const at = new Date(instant)
  const time = new Intl.DateTimeFormat('en-AU', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: regionFacts[region].timeZone,
  })
    .format(at)
    .replace(':', '.')
  const day = dateIn(region, at)
  return `Sent ${day === today ? 'today' : `on ${weekdayAndDay(day)}`} at ${time}.`
}

function Steps({ care, request }: Omit<SentProps, 'account'>) {
  const { answerBy, lawfulBy, lawfulNotes, email, seenBy } = request
  return (
    <ol className="when">
      <li className="is-done">
        <span>
          <b>{care.hold ? 'Payments held' : 'The hold is over'}</b>
          <small>
            {care.hold
              ? `Nothing is collected until you have accepted a proposal or asked us to start again. The hold lasts until ${weekdayAndDay(care.hold.until)} at the latest.`
              : 'Payments go on, and we write to you before each. We still answer you.'}
          </small>
        </span>
      </li>
      <li className="is-now" aria-current="step">
        <span>
          <b>{seenBy ? `${seenBy} from our care team is looking at it` : 'Our care team is looking at it'}</b>
          <small>
            You have our answer by email to {email} by the end of {weekdayAndDay(answerBy)}.
            {lawfulBy &&
              lawfulNotes.map((note) => ` ${filled(note, { 'lawful day': weekdayAndDay(lawfulBy) })}`)}
          </small>
        </span>
      </li>
      <li>
        <span>
          <b>You decide</b>
          <small>Accept, ask for a change, or talk to us.</small>
        </span>
      </li>
    </ol>
  )
}

function WhatYouToldUs({ account: { accountId, region }, request }: Omit<SentProps, 'care'>) {
  const { answers, words } = request
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      title="What you told us"
      aside={
        !isAdding && (
          <Button look="tertiary" size="small" onClick={() => setAdding(true)}>
            Add something
          </Button>
        )
      }
    >
      {answers && (
        <dl className="dl">
          <Fact name="What has changed">{careReasons[answers.why]}</Fact>
          <Fact name="Until">{careDurations[answers.lasts]}</Fact>
          <Fact name="You could pay">
            {formatMoney(answers.amount, region)} {careRhythms[answers.every].toLowerCase()}
          </Fact>
          <Fact name="Reach you by">{careWays[answers.reach]}</Fact>
        </dl>
      )}
      {words.map(({ at, text }) => (
        <p className="sm muted care__said" key={at}>
          “{text}”
        </p>
      ))}
      {isAdding && (
        <CareWords
          accountId={accountId}
          label="What would you like to add?"
          emptyText="Write a few words."
          cancelLabel="Cancel"
          onSend={(text) =>
            call('POST /api/portal/customer/account/:accountId/care-request/words', {
              params: { accountId },
              body: { words: text },
            })
          }
          onDone={() => setAdding(false)}
        />
      )}
    </Card>
  )
}

/** The next payments, and the way back. */
function HeldPayments({ account: { accountId, region }, care, request }: SentProps) {
  const { isBusy, problem, act } = useCareAction(accountId)
  const withdraw = () =>
    act(
      () =>
        call('POST /api/portal/customer/account/:accountId/care-request/withdraw', {
          params: { accountId },
          body: { reference: request.reference },
        }),
      () =>
        showToast({
          variant: 'success',
          text: 'Withdrawn. Your payments go on, and we write to you before each.',
        }),
    )
  return (
    <Card title="Payments" aside={care.hold && <Badge tone="caution">On hold</Badge>}>
      <ul className="rows">
        {care.underWay.map(({ date, amount }) => (
          <PaymentRow key={date} date={date} amount={amount} region={region} badge="With your bank" />
        ))}
        {care.coming.map(({ date, amount }) => (
          <PaymentRow
            key={date}
            date={date}
            amount={amount}
            region={region}
            badge={care.hold ? 'Held' : null}
          />
        ))}
      </ul>
      {problem && <Alert variant="error">{problem}</Alert>}
      <div className="care__foot row row--between">
        <span className="sm muted">Changed your mind?</span>
        <Button look="borderless" size="small" isFlush isBusy={isBusy} onClick={withdraw}>
          Withdraw and pay as planned
        </Button>
      </div>
    </Card>
  )
}

type PaymentRowProps = { date: string; amount: number; region: Region; badge: string | null }

function PaymentRow({ date, amount, region, badge }: PaymentRowProps) {
  return (
    <li>
      <span className="num">{formatDateCompact(date)}</span>
      <span className="rowtext">
        <b className="num">{formatMoney(amount, region)}</b>
      </span>
      {badge && <Badge isPlain>{badge}</Badge>}
    </li>
  )
}
