import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Redirect } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { checkedAgreementText } from '#domain/switch-account.ts'
import { refreshAccount } from '../../session/account-news.ts'
import { openChat } from '../../support/chat.ts'
import { ErrorView } from '../../support/error-view.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { SwitchSkeleton } from './switch-account-skeleton.tsx'
import { agreementQuery, customerDetailsQuery } from './switch-account-queries.ts'
import { SwitchForm } from './switch-form.tsx'
import { WhatChanges } from './what-changes.tsx'
import '../../ui/card/card.css'
import '../../ui/split/split.css'
import './switch-account.css'

/** Collects the details for a switch to instalments, from customers who were invited and have not answered yet. */
export function SwitchAccountPage({ account }: { account: Account }) {
  const isInvited = account.config.productChange?.status === 'VerifyYourDetails'
  return isInvited ? <Invited accountId={account.accountId} /> : <NotInvited />
}

/** A tab that has been open for long may not know of the invitation, so it reloads once. */
function NotInvited() {
  const queryClient = useQueryClient()
  const [isCertain, setCertain] = useState(false)
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['accounts'] }).then(() => setCertain(true))
  }, [queryClient])
  return isCertain ? <Redirect to="/404" replace /> : null
}

function Invited({ accountId }: { accountId: string }) {
  const { data: details } = useQuery(customerDetailsQuery(accountId))
  const { data: agreement } = useQuery(agreementQuery)
  const [isFailed, setFailed] = useState(false)
  const root = useRef<HTMLDivElement>(null)

  function resume() {
    // Synchronous, so that the button exists when the focus returns to it.
    flushSync(() => setFailed(false))
    root.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }

  if (details && details.productChangeStatus !== 'VerifyYourDetails') return <Overtaken />
  return (
    <>
      {isFailed ? <NotSaved onRetry={resume} /> : <Header />}
      {/* Only hidden, so that what was typed survives a failure. */}
      <div hidden={isFailed} ref={root}>
        <div className="split">
          {details && agreement ? (
            <SwitchForm
              accountId={accountId}
              details={details}
              agreementText={checkedAgreementText(agreement.agreementText)}
              confirmText={agreement.confirmText}
              onFail={() => setFailed(true)}
            />
          ) : (
            <SwitchSkeleton />
          )}
          <WhatChanges />
        </div>
      </div>
    </>
  )
}

function Header() {
  return (
    <PageHeader
      title="Switch your payments"
      lead="Complete the details below to switch to weekly, fortnightly or monthly instalments at no extra cost."
    />
  )
}

/** The server's answer shows that this tab's account data is out of date. */
function Overtaken() {
  useEffect(refreshAccount, [])
  return <Redirect to="/404" replace />
}

function NotSaved({ onRetry }: { onRetry: () => void }) {
  const view = useRef<HTMLDivElement>(null)
  // The pressed button is gone, so move the focus.
  useEffect(() => {
    view.current?.querySelector('h1')?.focus()
  }, [])
  return (
    <div ref={view}>
      <ErrorView onRetry={onRetry} onChat={openChat} />
    </div>
  )
}
