import { useState, type ComponentProps } from 'react'
import { Button } from '../ui/button/button.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { useModal } from '../ui/modal/use-modal.ts'
import { TextInput } from '../ui/text-input/text-input.tsx'
import { Tooltip } from '../ui/tooltip/tooltip.tsx'
import { GallerySection } from './gallery-section.tsx'

const text = 'This could include unpaid fees carried over from previous invoices.'

export function OverlaysGallery() {
  return (
    <div className="gallery__part">
      <GallerySection title="Tooltips">
        <div className="gallery__row gallery__row--between">
          <span>
            At the left <Tooltip name="About the left" text={text} />
          </span>
          <span>
            At the right <Tooltip name="About the right" text={text} />
          </span>
        </div>
      </GallerySection>
      <GallerySection title="Modals">
        <div className="gallery__row">
          <PlainModal />
          <PromiseModal />
          <FormModal />
          <StackedModals />
          <ModalButton button="Read the agreement" title="The agreement">
            {Array.from({ length: 40 }, (_, number) => (
              <p key={number}>Paragraph {number + 1} of a text that is longer than any screen.</p>
            ))}
          </ModalButton>
          <ModalButton
            button="Why do we need this?"
            title="Why do we need this?"
            confirmLabel="Got it"
            hasCancel={false}
          >
            <p>The check does not affect your credit score.</p>
          </ModalButton>
        </div>
      </GallerySection>
    </div>
  )
}

/** Says what happened in which order, for the journeys to read. */
function useDiary() {
  const [entries, setEntries] = useState<string[]>([])
  const write = (entry: string) => setEntries((before) => [...before, entry])
  return { write, diary: <output className="sr">{entries.join(', ')}</output> }
}

type ModalButtonProps = Omit<ComponentProps<typeof Modal>, 'isOpen' | 'onHide'> & {
  button: string
  onHidden?: () => void
}

/** A button, and the modal that it opens. */
function ModalButton({ button, onHidden, ...modal }: ModalButtonProps) {
  const { isOpen, show, hide } = useModal()
  return (
    <>
      <Button look="secondary" onClick={show}>
        {button}
      </Button>
      <Modal
        {...modal}
        isOpen={isOpen}
        onHide={() => {
          onHidden?.()
          hide()
        }}
      />
    </>
  )
}

function PlainModal() {
  const { write, diary } = useDiary()
  return (
    <>
      <ModalButton
        button="Leave this page"
        onHidden={() => write('hidden')}
        title="Leave this page?"
        confirmLabel="Leave page"
        onConfirm={() => write('confirmed')}
        onCancel={() => write('cancelled')}
        closeOnConfirm
      >
        <p>You have unsaved changes. Are you sure you want to leave?</p>
      </ModalButton>
      {diary}
    </>
  )
}

/** Settled by the buttons of its own body, as a server would. */
function PromiseModal() {
  const [answer, setAnswer] = useState<PromiseWithResolvers<void>>()
  function ask() {
    const request = Promise.withResolvers<void>()
    setAnswer(request)
    return request.promise
  }
  return (
    <ModalButton
      button="Remove a payment method"
      title="Remove this payment method?"
      onConfirm={ask}
      closeOnConfirm
      isDanger
    >
      <p>Your plan will keep using Visa ending 4242.</p>
      <div className="gallery__row">
        <Button look="tertiary" size="small" onClick={() => answer?.resolve()}>
          Let it succeed
        </Button>
        <Button
          look="tertiary"
          size="small"
          onClick={() =>
            answer?.reject(Object.assign(new Error('409'), { msg: 'This card pays your plan.' }))
          }
        >
          Let it fail
        </Button>
      </div>
    </ModalButton>
  )
}

function FormModal() {
  const { write, diary } = useDiary()
  const [amount, setAmount] = useState('')
  return (
    <>
      <ModalButton
        button="Request a withdrawal"
        title="Request a withdrawal"
        onBack={() => write('back')}
        onConfirm={() => write(`confirmed ${amount}`)}
      >
        <TextInput label="Amount" value={amount} onChange={(event) => setAmount(event.target.value)} />
        <p>
          Available balance <Tooltip name="About your available balance" text={text} />
        </p>
      </ModalButton>
      {diary}
    </>
  )
}

function StackedModals() {
  const lower = useModal()
  const upper = useModal()
  return (
    <>
      <Button look="secondary" onClick={lower.show}>
        Open two
      </Button>
      <Modal isOpen={lower.isOpen} onHide={lower.hide} title="The lower one">
        <Button look="tertiary" onClick={upper.show}>
          Open the upper one
        </Button>
      </Modal>
      <Modal isOpen={upper.isOpen} onHide={upper.hide} title="The upper one">
        <p>It lies above the other.</p>
      </Modal>
    </>
  )
}
