import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ContactChangeView } from '#contract/contact-change.ts'
import { dateIn, formatDate, formatDateWithDay } from '#domain/calendar/calendar.ts'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useBusy } from '../../ui/button/use-busy.ts'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { ErrorView } from '../../support/error-view.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { failureMessage } from '../../ui/modal/failure-message.ts'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { LinkArt } from '../../ui/spot-art/link.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { contactChangeQuery } from './contact-change-query.ts'
import '../../ui/card/card.css'

/** For the person at a former e-mail or mobile: "this was not me". Works without a log-in. */
export function StopChangePage() {
  const [search] = useSearchParams()
  const key = search.get('key')?.trim() ?? ''
  const { data: change, error, refetch } = useQuery({ ...contactChangeQuery(key), enabled: key !== '' })
  if (key === '' || isRefused(error)) return <DeadLink />
  if (error) return <ErrorView onRetry={() => void refetch()} />
  if (!change) return <Waiting />
  switch (change.status) {
    case 'Open':
      return <Question change={change} link={key} />
    case 'Stopped':
      return <Stopped change={change} />
    case 'Kept':
    case 'Restored':
      return <Decided status={change.status} />
  }
}

function Question({ change, link }: { change: ContactChangeView; link: string }) {
  const queryClient = useQueryClient()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, run] = useBusy()
  async function stop() {
    setTrouble(undefined)
    try {
      const stopped = await call('POST /api/auth/customer/stop-contact-change', { body: { key: link } })
      queryClient.setQueryData(contactChangeQuery(link).queryKey, stopped)
    } catch (failure) {
      setTrouble(failureMessage(failure))
    }
  }
  return (
    <>
      <div className="auth__head">
        <Heading title="Was this change not yours?" />
        <p>
          Your contact details were changed on {formatDate(dateIn(change.region, new Date(change.changedAt)))}
          . If you did not ask for this, stop it here.
        </p>
      </div>
      <section className="card" aria-label="What was changed">
        <Changes change={change} />
      </section>
      {trouble && <Alert variant="error">{trouble}</Alert>}
      <div className="stack">
        <Button size="large" isBlock isBusy={isBusy} onClick={() => run(stop)}>
          This was not me: stop it
        </Button>
        <p className="sm muted">
          Everybody is logged out, and no money leaves your account until our team has spoken with you. If the
          change was yours, just close this page.
        </p>
      </div>
    </>
  )
}

function Changes({ change: { email, mobile } }: { change: ContactChangeView }) {
  return (
    <dl className="dl">
      {email && <Fact name="Former email">{email.from}</Fact>}
      {email && <Fact name="New email">{email.to}</Fact>}
      {mobile && <Fact name="Former mobile">{mobile.from ?? 'none'}</Fact>}
      {mobile && <Fact name="New mobile">{mobile.to ?? 'none'}</Fact>}
    </dl>
  )
}

function Stopped({ change }: { change: ContactChangeView }) {
  return (
    <div className="stack" role="status">
      <SuccessArt width={150} />
      <div className="auth__head">
        <Heading title="Thank you, the money is safe" />
        <p>
          Everybody is logged out, and no money leaves the account until our team has decided. Nothing more is
          needed from you now.
        </p>
      </div>
      {change.answerBy !== null && (
        <Alert variant="info" title="What happens next">
          We get in touch with you at your former contact details by {formatDateWithDay(change.answerBy)}. We
          will never ask you for a code.
        </Alert>
      )}
      <CallUs />
    </div>
  )
}

const decisions = {
  Kept: {
    title: 'We have looked into this',
    text: 'Our team has looked into this change, and the new contact details stay.',
  },
  Restored: {
    title: 'Your former contact details are back',
    text: 'Our team has looked into this change and has put your former contact details back.',
  },
}

function Decided({ status }: { status: keyof typeof decisions }) {
  const { title, text } = decisions[status]
  return (
    <div className="stack">
      <div className="auth__head">
        <Heading title={title} />
        <p>{text}</p>
      </div>
      <CallUs />
    </div>
  )
}

function DeadLink() {
  return (
    <div className="stack">
      <LinkArt width={150} />
      <div className="auth__head">
        <Heading title="This link does not work" />
        <p>
          It is incomplete or has expired: these links work for 30 days. If you did not ask for a change of
          your contact details, please call us at once.
        </p>
      </div>
      <CallUs />
    </div>
  )
}

function CallUs() {
  return (
    <p className="sm muted">
      Call <PhoneOrEmail />.
    </p>
  )
}

function Waiting() {
  return (
    <div className="auth__head" role="status">
      <Heading title="Looking up your link" />
      <p>This takes a moment.</p>
    </div>
  )
}
