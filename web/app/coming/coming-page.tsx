import type { FunctionComponent } from 'react'
import { openChat } from '../../api/chat.ts'
import { useSupport } from '../../api/settings.ts'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { SignpostArt } from '../../ui/spot-art/signpost.tsx'
import '../../ui/card/card.css'

/** Stands in for a page until it is there: says so, and how to get the same thing done meanwhile. */
export function comingPage(title: string): FunctionComponent<object> {
  return () => <ComingPage title={title} />
}

function ComingPage({ title }: { title: string }) {
  const { phone, email } = useSupport()
  return (
    <>
      <PageHeader title={title} />
      <div className="card">
        <Empty
          art={SignpostArt}
          title="This page opens soon"
          action={
            <Button look="secondary" onClick={openChat}>
              Chat With Us
            </Button>
          }
        >
          Until then, call <strong className="nowrap">{phone}</strong> or email{' '}
          <a href={`mailto:${email}`}>{email}</a>, and we'll help you with it.
        </Empty>
      </div>
    </>
  )
}
