import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { Care } from '#contract/care.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { Card } from '../../ui/card/card.tsx'
import { openChatAbout } from '../../support/chat.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { useDownload } from '../../session/use-download.ts'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { PaymentDots } from '../../ui/payment-dots/payment-dots.tsx'
import { CareNotes } from './care-steps.tsx'
import { dayAndMonth } from '../plan/day-words.ts'
import './care.css'

type Agreed = NonNullable<Care['agreed']>

/** What was agreed with a family that finds it hard to pay, and how far it is. */
export function ArrangementCard({ account: { region }, agreed }: { account: Account; agreed: Agreed }) {
  const { lower, later, payments, tellUsBy } = agreed
  const each = frequencyWord(agreed.frequency).toLowerCase()
  return (
    <section className="card care__arrangement" aria-labelledby="arrangement">
      <div className="card__head">
        <span className="plan__title row">
          <h2 id="arrangement">Your arrangement</h2>
          <Badge tone="caution">Temporary plan</Badge>
        </span>
        <ButtonLink look="tertiary" size="small" href="/payment-schedule">
          See payments
        </ButtonLink>
      </div>
      <PaymentDots dots={payments} region={region} />
      <dl className="dl">
        <Fact name={`Until ${dayAndMonth(lower.until)}`}>
          {formatMoney(lower.amount, region)} {each}
        </Fact>
        {later.from && (
          <Fact name={`From ${dayAndMonth(later.from)}`}>
            {formatMoney(later.amount, region)} {each}
          </Fact>
        )}
        <Fact name="Paid under the arrangement">{formatMoney(agreed.paid, region)}</Fact>
        <Fact name="Left to pay">{formatMoney(agreed.left, region)}</Fact>
        <Fact name="Last payment">{formatDate(later.lastDate)}</Fact>
      </dl>
      <div className="care__foot row row--between">
        <span>Something changed again?</span>
        <Link href="/payment-schedule/help">
          {tellUsBy ? `Tell us by ${dayAndMonth(tellUsBy)}` : 'Tell us'}
        </Link>
      </div>
    </section>
  )
}

/** Our side of it, in the words that are in force, and how to reach who agreed to it. */
export function AgreedCard({ account, agreed }: { account: Account; agreed: Agreed }) {
  const { accountId } = account
  const { isBusy, start } = useDownload()
  const { notes, madeBy } = agreed
  return (
    <Card title="What we agreed" className="care__agreed">
      <CareNotes notes={notes} />
      <div className="care__reach">
        <Button
          look="secondary"
          size="small"
          icon={ChatIcon}
          onClick={() => openChatAbout({ to: madeBy, about: { kind: 'Arrangement', accountId } })}
        >
          Message {madeBy ?? 'us'}
        </Button>
        <Button
          look="borderless"
          size="small"
          icon={DownloadIcon}
          isBusy={isBusy}
          onClick={() =>
            start(
              'GET /api/portal/customer/account/:accountId/arrangement-agreement',
              { params: { accountId } },
              'arrangement.pdf',
            )
          }
        >
          Download agreement
        </Button>
      </div>
    </Card>
  )
}
