import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { RefreshIcon } from '../../ui/icon/refresh.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { PlaneArt } from '../../ui/spot-art/plane.tsx'
import { finishQuery, type Finish } from './uk-bank/finish-set-up.ts'
import { notifyMethodUpdated } from './notice.ts'
import { readReturn } from './uk-bank/set-up-return.ts'
import '../../ui/card/card.css'
import '../../support/error-view.css'

type CompletePageProps = { account: Account; setupStatus: AccountSetupStatus | undefined }

/** Where the provider sends a customer back to after the set-up of a bank account. */
export function CompletePage({ account, setupStatus }: CompletePageProps) {
  const { accountId } = account
  const [way] = useState(() => readReturn(new URLSearchParams(location.search)))
  const { data, error, isFetching, refetch } = useQuery(finishQuery(account, way))
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()

  const leave = useEffectEvent((finish: Finish) => {
    // In any case the secret must not stay in the address and the history.
    if (finish.kind === 'failed') return navigate('/payments/complete', { replace: true })
    for (const queryKey of [['accounts'], ['overview', accountId], ['repayment-details', accountId]])
      void queryClient.invalidateQueries({ queryKey })
    const isSettingUp = setupStatus !== undefined && setupStatus !== 'NoFurtherSteps'
    navigate(isSettingUp ? '/' : '/manage-payments', { replace: true })
    if (finish.kind === 'saved' && !isSettingUp) notifyMethodUpdated()
  })
  useEffect(() => {
    if (data) leave(data)
  }, [data])

  if (data?.kind === 'failed') return <Failed message={data.message} />
  if (error && !isFetching) {
    const message = error instanceof ApiError ? error.msg : error.message
    return <Failed message={message} onRetry={() => void refetch()} />
  }
  return <Saving />
}

function Saving() {
  return (
    <>
      <PageHeader title="Saving your bank account" hasNotice={false} />
      <Skeleton label="Saving your bank account">
        <div className="card">
          <Bone width="40%" height={24} />
          <Bone height={64} top={20} />
          <Bone height={64} top={12} />
        </div>
      </Skeleton>
    </>
  )
}

function Failed({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className="error-view">
      <PlaneArt width={200} />
      <Heading title="Oops, something went wrong." />
      <p>{message}</p>
      <p>
        Call <PhoneOrEmail />, and we'll sort it out together.
      </p>
      <div className="error-view__actions">
        {onRetry && (
          <Button size="large" icon={RefreshIcon} onClick={onRetry}>
            Retry
          </Button>
        )}
        <ButtonLink look={onRetry ? 'secondary' : 'primary'} size="large" href="/manage-payments">
          Go to payment preferences
        </ButtonLink>
      </div>
    </div>
  )
}
