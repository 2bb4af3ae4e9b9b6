import { useEffect, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { CheckIcon } from '../../ui/icon/check.tsx'
import { CopyIcon } from '../../ui/icon/copy.tsx'
import { announce } from './announce.tsx'
import './copy-button.css'

type CopyButtonProps = { text: string; what: string; look?: 'primary' | 'secondary' | 'borderless' }

export function CopyButton({ text, what, look = 'secondary' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy() {
    await write(text)
    setCopied(true)
    announce(`Copied ${what}`)
  }
  return (
    <Button
      look={look}
      size="small"
      icon={isCopied ? CheckIcon : CopyIcon}
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}

/** A small one, beside the text. */
export function InlineCopyButton({ text, what }: { text: string; what: string }) {
  return (
    <span className="copy-inline">
      <CopyButton text={text} what={what} look="borderless" />
    </span>
  )
}

/** The clipboard needs a secure context, which another machine's address is not. */
async function write(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
