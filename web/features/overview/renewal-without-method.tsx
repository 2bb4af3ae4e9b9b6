import type { AccountConfig } from '#contract/accounts.ts'
import { formatDate, formatDateWithDay } from '#domain/calendar/calendar.ts'
import { Banner } from '../../ui/banner/banner.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { hasMethod } from './plan-message.ts'
import { problemSentence, type Renewal } from './renewal-words.ts'

type Props = {
  kind: 'NotStarted' | 'NeedsMethod'
  year: string
  renewal: Renewal
  config: Pick<AccountConfig, 'allowRepaymentSourceUpdates'>
  look: 'primary' | 'secondary'
}

/** A plan that nothing can be taken for: what happened, what happens next, and what to do. */
export function RenewalWithoutMethod({ kind, year, renewal, config, look }: Props) {
  const mayAdd = config.allowRepaymentSourceUpdates
  const isNext = kind === 'NeedsMethod'
  const isMended = hasMethod(renewal)
  return (
    <Banner
      art={CalendarArt}
      title={isNext ? `Your ${year} plan needs a payment method` : `Your ${year} plan has not started`}
      action={
        mayAdd &&
        !isMended && (
          <ButtonLink look={look} href="/manage-payments">
            Add a payment method
          </ButtonLink>
        )
      }
    >
      {isNext ? beforeStart(renewal) : afterStart(renewal)} {!mayAdd && !isMended && <AskUs />}
    </Banner>
  )
}

function beforeStart(renewal: Renewal): string {
  const start = renewal.firstPaymentOn && formatDateWithDay(renewal.firstPaymentOn)
  return `${problemSentence(renewal)} Please add one before ${start}: without one the plan does not start.`
}

function afterStart(renewal: Renewal): string {
  if (hasMethod(renewal))
    return 'There is a payment method now. We are setting new dates and will email you the first one.'
  const day = renewal.heldOn ? ` on ${formatDate(renewal.heldOn)}` : ''
  return `There was no payment method for its first payment${day}, and nothing has been taken. Once you add one, we set new dates and email you before the first payment. The fees are still owed.`
}

function AskUs() {
  return (
    <>
      Please contact us: call <PhoneOrEmail />.
    </>
  )
}
