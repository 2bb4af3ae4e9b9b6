import { useEffect, useState } from 'react'
import { IconButton } from '../button/button.tsx'
import { CheckIcon } from '../icon/check.tsx'
import { CopyIcon } from '../icon/copy.tsx'
import './copy-field.css'

/** A value that people carry elsewhere. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <div className="copy">
      <p>
        <small>{label}</small>
        <b>{value}</b>
      </p>
      <IconButton
        icon={isCopied ? CheckIcon : CopyIcon}
        label={`Copy ${label.toLowerCase()}`}
        size="small"
        onClick={() =>
          void navigator.clipboard.writeText(value.replaceAll(' ', '')).then(() => setCopied(true))
        }
      />
      <span className="sr" role="status">
        {isCopied ? `${label} copied` : ''}
      </span>
    </div>
  )
}
