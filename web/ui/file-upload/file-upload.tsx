import { useId, useRef, useState, type DragEvent } from 'react'
import { IconButton } from '../button/button.tsx'
import { FileIcon } from '../icon/file.tsx'
import { TrashIcon } from '../icon/trash.tsx'
import { UploadIcon } from '../icon/upload.tsx'
import { ProgressBar } from '../progress/progress.tsx'
import { FieldError } from '../text-input/field-error.tsx'
import { FieldHint } from '../text-input/field.tsx'
import { RequiredMark } from '../text-input/required-mark.tsx'
import { fileFacts, isAccepted } from './accepted-file.ts'
import './file-upload.css'

type FileUploadProps = {
  /** The chosen file, or what is known of a stored one. */
  file: { name: string; size?: number } | null
  onChoose: (file: File) => void
  /** Without it the file can be replaced but not removed. */
  onRemove?: () => void
  title?: string
  caption?: string
  /**
   * Extensions and types. Other files are refused, with the caption as the reason. Without it, any file is accepted.
   */
  accept?: readonly string[]
  /** The reason, if the caption is not a sentence. */
  refusal?: string
  hint?: string
  error?: string
  /** How much of the file has been sent, from 0 to 100. */
  progress?: number
  required?: boolean
  disabled?: boolean
}

/** A drop zone over a real file input. With a file it becomes a chip, which also accepts a replacement. */
export function FileUpload({
  file,
  onChoose,
  onRemove,
  title = 'Upload file',
  caption = 'Only .pdf is supported.',
  accept,
  refusal = caption,
  hint,
  error,
  progress,
  required = false,
  disabled = false,
}: FileUploadProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isUploading = progress !== undefined
  const isOff = disabled || isUploading
  const trouble = refused ?? error

  function choose(files: FileList | null) {
    const [first] = files ?? []
    if (!first || isOff) return
    const isWanted = accept === undefined || isAccepted(first, accept)
    setRefused(isWanted ? undefined : `${first.name} was not added. ${refusal}`)
    if (isWanted) onChoose(first)
  }

  const dragging = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      event.dataTransfer.dropEffect = isOff ? 'none' : 'copy'
      setOver(!isOff)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      choose(event.dataTransfer.files)
    },
  }
  const classes = [file ? 'filechip' : 'drop', isOver && 'is-over', disabled && 'is-off']
    .filter(Boolean)
    .join(' ')

  return (
    <div className="field" aria-busy={isUploading || undefined}>
      <div className={classes} role="presentation" {...dragging}>
        {file ? (
          <Chosen file={file} progress={progress} />
        ) : (
          <Invitation id={id} title={title} caption={caption} required={required} />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept?.join(',')}
          required={required && !file}
          disabled={isOff}
          aria-label={file ? `Replace ${file.name}` : title}
          aria-invalid={trouble ? true : undefined}
          aria-describedby={
            [!file && `${id}-caption`, hint && `${id}-hint`, trouble && `${id}-error`]
              .filter(Boolean)
              .join(' ') || undefined
          }
          onChange={(event) => {
            choose(event.currentTarget.files)
            // Otherwise choosing the same file again after removing it would raise no event.
            event.currentTarget.value = ''
          }}
        />
        {file && onRemove && (
          <IconButton
            icon={TrashIcon}
            label={`Remove ${file.name}`}
            size="small"
            disabled={disabled}
            onClick={() => {
              setRefused(undefined)
              onRemove()
              input.current?.focus()
            }}
          />
        )}
      </div>
      <FieldHint id={id} hint={hint} />
      <FieldError id={`${id}-error`} message={trouble} />
    </div>
  )
}

function Invitation({
  id,
  title,
  caption,
  required,
}: {
  id: string
  title: string
  caption: string
  required: boolean
}) {
  return (
    <>
      <span className="drop__icon">
        <UploadIcon />
      </span>
      <label className="drop__text stack stack--4" htmlFor={id}>
        <span className="drop__title">
          {title}
          {required && <RequiredMark />}
        </span>
        <span className="drop__cap" id={`${id}-caption`}>
          {caption}
        </span>
      </label>
    </>
  )
}

function Chosen({ file, progress }: { file: { name: string; size?: number }; progress: number | undefined }) {
  return (
    <>
      <span className="filechip__mark">
        <FileIcon />
      </span>
      <div>
        <b>{file.name}</b>
        {progress === undefined ? (
          <small>{fileFacts(file)}</small>
        ) : (
          <ProgressBar label={`Uploading ${file.name}`} percent={progress} />
        )}
      </div>
    </>
  )
}
