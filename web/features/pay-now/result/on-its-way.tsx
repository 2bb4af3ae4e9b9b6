import type { GuestPaymentPage } from '#contract/guest-payments.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { ReviewArt } from '../../../ui/spot-art/review.tsx'
import { LinkPage } from './link-page.tsx'

type InTransit = NonNullable<GuestPaymentPage['payableDetails']['onItsWay']>

type OnItsWayProps = { region: Region; page: GuestPaymentPage; inTransit: InTransit }

/** All that was asked for is with the banks, and must not be paid again. */
export function OnItsWay({ region, page, inTransit }: OnItsWayProps) {
  return (
    <LinkPage
      art={<ReviewArt width={200} />}
      title="Your payment is on its way"
      text={
        <p>
          There is nothing more to pay. Banks usually need up to three business days. We email you the receipt
          when the money has arrived, and write to you if the bank sends it back.
        </p>
      }
      facts={
        <>
          <Fact name="Account">{page.accountInfo.accountShortId}</Fact>
          <Fact name="School">{page.institutionInfo.displayName}</Fact>
          <Fact name="Submitted">{formatDate(inTransit.since)}</Fact>
          <Fact name="Amount on its way">{formatMoney(inTransit.amount, region)}</Fact>
        </>
      }
    />
  )
}
