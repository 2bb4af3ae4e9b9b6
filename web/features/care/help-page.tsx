import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { Care } from '#contract/care.ts'
import { dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { CareContacts } from './care-contacts.tsx'
import { BackToSchedule } from '../plan-changes/back-to-schedule.tsx'
import { CareForm } from './care-form.tsx'
import { CareOffer, firstNameOf } from './care-offer.tsx'
import { careQuery } from './care-query.ts'
import { weekdayAndDay } from '../plan/day-words.ts'
import { CareSent } from './care-sent.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'
import '../../ui/split/split.css'
import './care.css'

const back = <BackToSchedule />

/** The form, what was sent, or what we propose: whatever comes next for the reader. */
export function HelpPage({ account }: { account: Account }) {
  const { data: care } = useQuery(careQuery(account.accountId))
  const [, goTo] = useLocation()
  if (!care) return <Loading />
  const { request, hold } = care
  if (request?.status === 'Offered' && request.offer)
    return (
      <>
        <PageHeader crumb={back} title="Our proposal" lead={offerLead(care, account)} />
        <CareOffer
          account={account}
          care={care}
          offer={request.offer}
          onAccepted={() => {
            showToast({ variant: 'success', text: 'Agreed. Your payments are as we proposed.' })
            goTo('/payment-schedule')
          }}
        />
      </>
    )
  if (request?.status === 'Open')
    return (
      <>
        <PageHeader crumb={back} title="Finding it hard to pay" lead={`We look for a way together.`} />
        <CareSent account={account} care={care} request={request} />
      </>
    )
  return (
    <>
      <PageHeader
        crumb={back}
        title="Finding it hard to pay"
        lead="Many families do at some point. Tell us what changed, in a few words, and we look for a way together."
      />
      {request?.status === 'Declined' && request.declined && (
        <Alert
          variant="info"
          title={`Our answer of ${formatDate(dateIn(account.region, new Date(request.declined.at)))}`}
        >
          {request.declined.text} If something has changed, tell us again.
        </Alert>
      )}
      {hold && !request ? (
        <HeldByOther account={account} care={care} until={hold.until} />
      ) : (
        <CareForm account={account} care={care} />
      )}
    </>
  )
}

function offerLead({ request, hold }: Care, { region }: Account): string {
  const note = request?.offer?.note
  const by = note
    ? `${firstNameOf(note.by)} from our care team answered on ${weekdayAndDay(dateIn(region, new Date(note.at)))}.`
    : 'Our care team has answered.'
  return `${by} ${hold ? 'Your payments stay on hold until you decide.' : 'Nothing changes until you accept.'}`
}

/** The other parent learns that payments are on hold, and nothing else. */
function HeldByOther({ account, care, until }: { account: Account; care: Care; until: string }) {
  return (
    <div className="stack stack--24">
      <Alert variant="info" title="Your payments are on hold">
        {`Nothing is collected until ${weekdayAndDay(until)} at the latest, and we write to you before payments go on.`}
      </Alert>
      <CareContacts account={account} care={care} />
    </div>
  )
}

function Loading() {
  return (
    <>
      <PageHeader title="Finding it hard to pay" />
      <Skeleton label="Loading">
        <div className="card">
          <Bone width="40%" height={20} />
          <Bone width="90%" height={36} top={24} />
          <Bone width="70%" height={36} top={12} />
          <Bone width="90%" height={80} top={24} />
        </div>
      </Skeleton>
    </>
  )
}
