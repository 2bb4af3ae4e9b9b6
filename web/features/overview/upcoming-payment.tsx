import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { Overview } from '#contract/overview.ts'
import { calendarDate, daysBetween, formatDate } from '#domain/calendar/calendar.ts'
import { hasOverdue } from '#domain/problems.ts'
import { partName } from '#domain/plan/next-payment.ts'
import type { Region } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { BrandMark } from '../../ui/brand-mark/brand-mark.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { BankIcon } from '../../ui/icon/bank.tsx'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { PanelArt } from '../../ui/panel/panel-art.tsx'
import { changeAddress } from '../plan-changes/addresses.ts'
import { Explain } from '../explanations/explain.tsx'
import { isArranged } from './is-arranged.ts'
import { changeSince, countdown, weekdayOf } from './payment-day.ts'
import { PaymentRequests } from './payment-requests.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'

type Next = NonNullable<Overview['nextRepayment']>
type Part = Next['parts'][number]

type UpcomingPaymentProps = {
  account: Account
  overview: Overview
  /** Uses the dark panel unless another element does. */
  look: 'panel' | 'plain'
}

export function UpcomingPayment({ account, overview, look }: UpcomingPaymentProps) {
  const { nextRepayment: next, today } = overview
  // What is overdue of the plan stands above everything else.
  const requests = overview.activeRepaymentRequests.filter(
    ({ isForOverdueInstalment }) => !isForOverdueInstalment,
  )
  const { region } = account
  const isPanel = look === 'panel'
  return (
    <section className={isPanel ? 'card panel upcoming' : 'card upcoming'} aria-labelledby="upcoming">
      {isPanel && <PanelArt />}
      <div className="row row--between">
        <h2 id="upcoming" className="eyebrow">
          Upcoming payment
        </h2>
        {overview.isOnHold && <Badge tone="caution">On hold</Badge>}
        {next && <Countdown date={next.date} today={today} tone={isPanel ? 'caution' : 'info'} />}
      </div>
      {next ? (
        <NextPayment next={next} account={account} overview={overview} />
      ) : (
        <NoPayment overview={overview} requestCount={requests.length} region={region} />
      )}
      {requests.length > 0 && <PaymentRequests requests={requests} today={today} region={region} />}
    </section>
  )
}

function Countdown({ date, today, tone }: { date: string; today: string; tone: 'caution' | 'info' }) {
  const text = countdown(daysBetween(calendarDate(today), calendarDate(date)))
  return text ? <Badge tone={tone}>{text}</Badge> : null
}

type NoPaymentProps = { overview: Overview; requestCount: number; region: Region }

function NoPayment({ overview, requestCount, region }: NoPaymentProps) {
  const { lastRepayment: last, config, problems } = overview
  return (
    <>
      <p className="upcoming__none">
        {overview.isOnHold
          ? 'Your payments are on hold'
          : nothingToCollect(requestCount, hasOverdue(problems))}
      </p>
      {overview.isOnHold && (
        <p className="muted">
          Nothing is collected for now. <Link href="/payment-schedule/help">See what happens next</Link>
        </p>
      )}
      {config.isSetupIncomplete && (
        <p className="muted">Your first payment will show here once your account is active.</p>
      )}
      {last && (
        <p className="muted">
          Last payment <span className="num">{formatMoney(last.amount, region)}</span> on{' '}
          {formatDate(last.date)}
        </p>
      )}
    </>
  )
}

/** Nobody who has something to pay reads that there is nothing. */
function nothingToCollect(requestCount: number, isOverdue: boolean): string {
  if (requestCount > 0) return requestCount === 1 ? '1 payment to make' : `${requestCount} payments to make`
  return isOverdue ? 'Nothing else is scheduled' : 'No upcoming payments'
}

function NextPayment({ next, account, overview }: { next: Next; account: Account; overview: Overview }) {
  const { region } = account
  const canChange = overview.config.allowRepaymentSourceUpdates
  const change = changeSince(next.amount, next.previousAmount)
  return (
    <>
      <div className="upcoming__amount">
        <Money amount={next.total} region={region} size="hero" />
        <Explain account={account} figure="next-payment" label="How your next payment comes about" />
      </div>
      <p className="upcoming__day">
        <span className="muted">
          {weekdayOf(next.date)} {formatDate(next.date)}
          {isArranged(overview.activePlan) && ', as agreed'}
        </span>
        <MoveLink next={next} overview={overview} />
      </p>
      <DueDate next={next} region={region} />
      {next.source && isBpay(next.source) && (
        <p className="sm muted">You pay this yourself by BPAY. We do not collect it.</p>
      )}
      {change && (
        <p className="sm muted upcoming__change">
          <span className="num">{formatMoney(change.amount, region)}</span> {change.word} than your last
          payment
        </p>
      )}
      <Parts next={next} region={region} />
      <div className="upcoming__source">
        <Source source={next.source} />
        {canChange && (
          <ButtonLink
            look="secondary"
            size="small"
            href="/manage-payments"
            aria-label={next.source ? 'Change payment method' : 'Add payment method'}
          >
            {next.source ? 'Change' : 'Add'}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** The server says whether it can be moved; where families have no schedule page, our people do it. */
function MoveLink({ next, overview }: { next: Next; overview: Overview }) {
  const [part] = next.parts
  if (!part || next.movableUntil === null || !overview.config.allowPaymentScheduleUpdates) return null
  const isOfShown = part.tuitionYear === overview.activePlan?.tuitionYear
  return (
    <Link
      className="sm"
      href={changeAddress('move', { due: part.dueDate, year: isOfShown ? undefined : part.tuitionYear })}
    >
      Move this payment
    </Link>
  )
}

/** When a single instalment was due, if it is collected on another day. */
function DueDate({ next: { parts, dueNote }, region }: { next: Next; region: Region }) {
  const [only] = parts
  if (!only || dueNote === null) return null
  return (
    <p className="sm muted">
      {only.isRetry ? nameOf(only, parts, region) : dueNote.charAt(0).toUpperCase() + dueNote.slice(1)}
    </p>
  )
}

/** What adds up to the amount that is charged, where that is more than one instalment. */
function Parts({ next, region }: { next: Next; region: Region }) {
  const { parts, surcharge, total, source } = next
  if (parts.length < 2 && surcharge === 0) return null
  return (
    <dl className="dl dl--tight upcoming__parts">
      {parts.map((part) => (
        <Fact
          name={parts.length > 1 ? nameOf(part, parts, region) : 'Instalment'}
          key={`${part.tuitionYear} ${part.dueDate}`}
        >
          {formatMoney(part.amount, region)}
        </Fact>
      ))}
      {surcharge > 0 && (
        <Fact name={`Card surcharge (${source?.surchargePercentage ?? ''})`}>
          {formatMoney(surcharge, region)}
        </Fact>
      )}
      <Fact name="Total charged" isTotal>
        {formatMoney(total, region)}
      </Fact>
    </dl>
  )
}

/** With its plan where instalments of several plans are collected at once. */
function nameOf({ tuitionYear, dueDate, isRetry }: Part, parts: readonly Part[], region: Region): string {
  const isOfSeveral = parts.some((other) => other.tuitionYear !== tuitionYear)
  return partName({ dueOn: calendarDate(dueDate), isRetry, ...(isOfSeveral && { tuitionYear }) }, region)
}

function Source({ source }: { source: Next['source'] }) {
  if (!source) {
    return (
      <span className="rowtext">
        <b>No payment method yet</b>
      </span>
    )
  }
  return (
    <>
      {source.cardType || isBpay(source) ? (
        <BrandMark brand={source.cardType ?? 'BPAY'} />
      ) : (
        <span className="mark mark--bank" aria-hidden="true">
          <BankIcon />
        </span>
      )}
      <span className="rowtext">
        <b>{source.displayName}</b>
        {source.surchargePercentage !== '0%' && <small>{source.surchargePercentage} surcharge applies</small>}
      </span>
    </>
  )
}

function isBpay({ displayName }: NonNullable<Next['source']>): boolean {
  return displayName.toUpperCase().startsWith('BPAY')
}
