import type { Overview } from '#contract/overview.ts'
import { calendarDate, daysBetween, formatDate } from '#domain/calendar.ts'
import type { Region } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { BrandMark } from '../../ui/brand-mark/brand-mark.tsx'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { PanelArt } from '../../ui/panel/panel-art.tsx'
import { countdown, weekdayOf } from './payment-day.ts'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'

type Next = NonNullable<Overview['nextRepayment']>
type UpcomingPaymentProps = {
  next: Next | null
  last: Overview['lastRepayment']
  today: string
  region: Region
}

export function UpcomingPayment({ next, last, today, region }: UpcomingPaymentProps) {
  return (
    <section className="card panel upcoming" aria-labelledby="upcoming">
      <PanelArt />
      <div className="row row--between">
        <h2 id="upcoming" className="eyebrow">
          Upcoming payment
        </h2>
        {next && <Countdown date={next.date} today={today} />}
      </div>
      {next ? (
        <NextPayment next={next} region={region} />
      ) : (
        <>
          <p className="upcoming__none">No upcoming payments</p>
          {last && (
            <p className="muted">
              Last payment <span className="num">{formatMoney(last.amount, region)}</span> on{' '}
              {formatDate(last.date)}
            </p>
          )}
        </>
      )}
    </section>
  )
}

function Countdown({ date, today }: { date: string; today: string }) {
  const text = countdown(daysBetween(calendarDate(today), calendarDate(date)))
  return text ? <Badge tone="caution">{text}</Badge> : null
}

function NextPayment({ next, region }: { next: Next; region: Region }) {
  return (
    <>
      <p className="upcoming__amount">
        <Money amount={next.amount} region={region} size="hero" />
      </p>
      <p className="muted">
        {weekdayOf(next.date)} {formatDate(next.date)}
      </p>
      {next.source && <Source source={next.source} />}
    </>
  )
}

function Source({ source }: { source: NonNullable<Next['source']> }) {
  const hasSurcharge = source.surchargePercentage !== '0%'
  return (
    <div className="upcoming__source">
      {source.cardType && <BrandMark brand={source.cardType} />}
      <span className="rowtext">
        <b>{source.displayName}</b>
        {hasSurcharge && <small>{source.surchargePercentage} surcharge applies</small>}
      </span>
    </div>
  )
}
