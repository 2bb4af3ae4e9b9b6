import { useState } from 'react'
import { Alert } from '../ui/alert/alert.tsx'
import { Button } from '../ui/button/button.tsx'
import { EmptyCard } from '../ui/empty/empty.tsx'
import { ErrorView } from '../support/error-view.tsx'
import { ProgressBar } from '../ui/progress/progress.tsx'
import { Bone, Skeleton } from '../ui/skeleton/skeleton.tsx'
import { FolderArt } from '../ui/spot-art/folder.tsx'
import { LedgerArt } from '../ui/spot-art/ledger.tsx'
import { showToast } from '../ui/toast/toast.ts'
import { GallerySection } from './gallery-section.tsx'
import '../ui/card/card.css'

const toasts = [
  { label: 'Show a success', variant: 'success', text: 'Your payment method has been updated' },
  { label: 'Show another success', variant: 'success', text: 'All changes have been successfully saved' },
  {
    label: 'Show an error',
    variant: 'error',
    text: 'It appears something went wrong. Please contact us.',
  },
] as const

export function FeedbackGallery() {
  return (
    <div className="gallery__part">
      <GallerySection title="Alerts">
        <Alert variant="info" title="Info">
          Your plan can be edited until 2 business days before the first payment.
        </Alert>
        <Alert variant="success" title="Success">
          All changes have been successfully saved
        </Alert>
        <Alert variant="caution" title="Caution">
          This is a temporary plan. Your school may still change your fees.
        </Alert>
        <Alert variant="warning" title="Outstanding fees not included">
          Your outstanding fees cannot be included in your payment schedule.
        </Alert>
        <Alert variant="error" title="Error saving details">
          It appears something went wrong. Please contact us.
        </Alert>
        <DismissedAlert />
      </GallerySection>
      <GallerySection title="Toasts">
        <div className="gallery__row">
          {toasts.map(({ label, ...toast }) => (
            <Button key={label} look="secondary" onClick={() => showToast(toast)}>
              {label}
            </Button>
          ))}
        </div>
      </GallerySection>
      <GallerySection title="Empty" isGrid>
        <EmptyCard
          art={LedgerArt}
          title="No results found."
          action={
            <Button look="secondary" size="small">
              Clear filters
            </Button>
          }
        >
          Try another school or year.
        </EmptyCard>
        <EmptyCard art={FolderArt}>It looks like you don't have any statements yet.</EmptyCard>
      </GallerySection>
      <GallerySection title="Loading">
        <div className="card">
          <Skeleton label="Loading your transactions">
            <Bone width="40%" height={20} />
            <Bone top={14} />
            <Bone width="80%" top={10} />
            <Bone width="44px" height={44} top={14} round />
          </Skeleton>
        </div>
        <ProgressBar label="Plan paid" percent={58} />
      </GallerySection>
      <GallerySection title="Error page">
        <ErrorView onRetry={() => {}} onChat={() => {}} />
        <ErrorView />
      </GallerySection>
    </div>
  )
}

function DismissedAlert() {
  const [isShown, setShown] = useState(true)
  if (!isShown) return null
  return (
    <Alert variant="info" onDismiss={() => setShown(false)}>
      A message without a title sits on one line.
    </Alert>
  )
}
