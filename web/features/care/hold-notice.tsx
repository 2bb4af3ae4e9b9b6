import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { Care } from '#contract/care.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { weekdayAndDay } from '../plan/day-words.ts'
import { careQuery } from './care-query.ts'

/** On hold, waiting for our answer, or with a proposal: above everything else that is said of the payments. */
export function HoldNotice({ account }: { account: Account }) {
  const { data: care } = useQuery({ ...careQuery(account.accountId), throwOnError: false })
  const notice = care && noticeOf(care)
  if (!notice) return null
  const { title, text, link } = notice
  return (
    <Alert
      variant="info"
      title={title}
      action={
        link && (
          <ButtonLink look="secondary" size="small" href="/payment-schedule/help">
            {link}
          </ButtonLink>
        )
      }
    >
      {text}
    </Alert>
  )
}

function noticeOf({ hold, request }: Care) {
  const held = hold ? `Nothing is collected until ${weekdayAndDay(hold.until)} at the latest.` : ''
  if (request?.status === 'Offered')
    return {
      title: 'We have a proposal for you',
      text: `${held} Nothing starts before you accept it.`.trim(),
      link: 'See the proposal',
    }
  if (request?.status === 'Open')
    return {
      title: hold ? 'Your payments are on hold' : 'We are looking at what you told us',
      text: `${held} You have our answer by the end of ${weekdayAndDay(request.answerBy)}.`.trim(),
      link: 'See what happens next',
    }
  if (!hold) return undefined
  return {
    title: 'Your payments are on hold',
    text: `${held} We write to you before payments go on.`,
    link: null,
  }
}
