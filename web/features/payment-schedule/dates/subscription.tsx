import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CalendarFeed } from '#contract/calendar-feed.ts'
import { isRefused } from '../../../api/api-error.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { CopyField } from '../../../ui/copy-field/copy-field.tsx'
import { CalendarIcon } from '../../../ui/icon/calendar.tsx'
import { RefreshIcon } from '../../../ui/icon/refresh.tsx'
import { failureMessage } from '../../../ui/modal/failure-message.ts'
import { Modal } from '../../../ui/modal/modal.tsx'
import { regainFocus } from '../../../ui/modal/regain-focus.ts'
import { useModal } from '../../../ui/modal/use-modal.ts'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { calendarFeedQuery, useFeedChanges } from './calendar-feed-query.ts'

/** The private address under which a calendar finds the payments by itself, and follows them when they change. */
export function Subscription({ accountId }: { accountId: string }) {
  const { data, error, isFetching, refetch } = useQuery(calendarFeedQuery(accountId))
  const content = useRef<HTMLDivElement>(null)
  if (data) {
    return (
      <div className="feed stack stack--start" tabIndex={-1} ref={content}>
        {data.feed ? (
          <Feed feed={data.feed} accountId={accountId} content={content} />
        ) : (
          <NoFeed accountId={accountId} content={content} />
        )}
      </div>
    )
  }
  if (error && !isFetching) {
    return (
      <div className="feed stack stack--start">
        <Alert variant="error">{isRefused(error) ? error.msg : 'Oops, something went wrong.'}</Alert>
        {!isRefused(error) && (
          <Button look="secondary" size="small" icon={RefreshIcon} onClick={() => void refetch()}>
            Retry
          </Button>
        )}
      </div>
    )
  }
  return (
    <Skeleton label="Loading your calendar">
      <Bone height={24} />
      <Bone height={64} top={12} />
    </Skeleton>
  )
}

type PartProps = { accountId: string; content: { current: HTMLElement | null } }

function NoFeed({ accountId, content }: PartProps) {
  const { make } = useFeedChanges(accountId)
  const [isBusy, run] = useBusy()
  const [failure, setFailure] = useState<string>()

  async function start() {
    setFailure(undefined)
    try {
      await make()
      content.current?.focus()
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }

  return (
    <>
      <p>
        Your calendar can show every payment of this account by itself, and follow along when a date or an
        amount changes. For that we make a private address, which you give to your calendar.
      </p>
      <p>It tells dates, amounts and the name of your school, and nothing else. You can stop at any time.</p>
      {failure && <Alert variant="error">{failure}</Alert>}
      <Button look="tertiary" icon={CalendarIcon} isBusy={isBusy} onClick={() => run(start)}>
        Create private address
      </Button>
    </>
  )
}

function Feed({ feed, accountId, content }: PartProps & { feed: CalendarFeed }) {
  const { remove } = useFeedChanges(accountId)
  const question = useModal()
  const opener = useRef<HTMLButtonElement>(null)

  async function stop() {
    await remove()
    showToast({ variant: 'success', text: 'Your calendar address no longer works' })
  }

  return (
    <>
      <a
        className={buttonClass({ look: 'tertiary' })}
        href={feed.url.replace(/^https?:/, 'webcal:')}
        rel="noreferrer"
      >
        <CalendarIcon />
        <span>Add to your calendar</span>
      </a>
      <CopyField label="Private address" value={feed.url} />
      <dl className="feed__ways stack stack--10">
        <Way name="Apple">On an iPhone, iPad or Mac, press “Add to your calendar” and confirm.</Way>
        <Way name="Google">
          On a computer, press + next to “Other calendars”, then “From URL”, and paste the address.
        </Way>
        <Way name="Outlook">Press “Add calendar”, then “Subscribe from web”, and paste the address.</Way>
      </dl>
      <p className="feed__note">
        Calendars look for changes by themselves, some only once a day. Anyone who has this address can see
        your payment dates and amounts, so share it only with people you trust.
      </p>
      <Button look="secondary" size="small" ref={opener} onClick={question.show}>
        Stop sharing
      </Button>
      <Modal
        isOpen={question.isOpen}
        onHide={() => {
          question.hide()
          if (opener.current) regainFocus(opener.current, content)
        }}
        title="Stop sharing this calendar?"
        confirmLabel="Stop sharing"
        isDanger
        onConfirm={stop}
        closeOnConfirm
      >
        <p>
          The address stops working at once, in every calendar that uses it. Payments that a calendar has
          already fetched may stay there until you remove it. If you subscribe again, the address is a new
          one.
        </p>
      </Modal>
    </>
  )
}

function Way({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
