import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { buttonClass } from '../../../ui/button/button.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { SignpostArt } from '../../../ui/spot-art/signpost.tsx'
import { SuccessArt } from '../../../ui/spot-art/success.tsx'
import { hrefOfRequest, type ClosedLink } from '../attempt/closed-link.ts'
import { LinkPage } from './link-page.tsx'

type LinkClosedProps = {
  region: Region
  link: ClosedLink
  /** The payer has just pressed Pay, and somebody else was faster. */
  isAfterTry?: boolean
}

/** A link that has done its work, or was withdrawn: what became of it, and what to do. */
export function LinkClosed({ region, link: { code, request }, isAfterTry = false }: LinkClosedProps) {
  const { schoolName, accountShortId, amount, paidOn, current } = request
  const isPaid = code === 'request_paid' && current === undefined
  return (
    <LinkPage
      art={isPaid ? <SuccessArt width={200} /> : <SignpostArt width={200} />}
      title={current === undefined ? titles[code] : 'The amount has changed'}
      text={
        <>
          <p>
            {current === undefined
              ? adviceOf(code, schoolName ?? 'your school')
              : 'What is overdue is now asked for in one sum. The next page shows how much it is, and what it consists of.'}
          </p>
          {isAfterTry && <p>Nothing was charged just now.</p>}
        </>
      }
      facts={
        schoolName !== undefined && (
          <>
            {accountShortId !== undefined && <Fact name="Account">{accountShortId}</Fact>}
            <Fact name="School">{schoolName}</Fact>
            {paidOn && <Fact name="Date">{formatDate(paidOn)}</Fact>}
            {amount !== undefined && (
              <Fact name={isPaid ? 'Amount paid' : 'Amount asked for'}>{formatMoney(amount, region)}</Fact>
            )}
          </>
        )
      }
      action={
        current !== undefined && (
          <a className={buttonClass({ look: 'primary' })} href={hrefOfRequest(current)}>
            <span>See what is due now</span>
          </a>
        )
      }
    />
  )
}

const titles: Record<ClosedLink['code'], string> = {
  request_paid: 'This has been paid',
  request_cancelled: 'This payment request was cancelled',
  request_expired: 'This link has expired',
  account_closed: 'This account is closed',
}

function adviceOf(code: ClosedLink['code'], school: string): string {
  switch (code) {
    case 'request_paid':
      return `Thank you. There is nothing more to pay to ${school} with this link.`
    case 'request_cancelled':
      return `${upperFirst(school)} no longer asks for this amount, so there is nothing to pay here. If you expected to pay, please use the link in our latest email, or log in to see what is open.`
    case 'request_expired':
      return `To pay ${school}, please use the link in our latest email, or log in to see what is open. We can also send you a new link.`
    case 'account_closed':
      return `Nothing can be paid with this link any more. If you expected to pay, please contact ${school} or us.`
  }
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
