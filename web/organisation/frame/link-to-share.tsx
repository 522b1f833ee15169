import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { copyToClipboard } from './copy-to-clipboard.ts'
import { LocalNote } from './trial-notes.tsx'

type Props = {
  link: string
  /** The name of the link, for screen readers. */
  label?: string
  /** Whether the link has just replaced the button that made it. Then the link gets the focus. */
  isNew?: boolean
}

/** A link with ways to hand it on: the phone's own sheet, or copying. */
export function LinkToShare({ link, label, isNew = false }: Props) {
  const t = useTranslations('team')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  const [isCopied, setIsCopied] = useState(false)
  const canShare = 'share' in navigator

  async function copy() {
    const isDone = await copyToClipboard(link)
    setIsCopied(isDone)
    // The focus selects the link, so that the person can copy it.
    if (!isDone) field.current?.focus()
  }

  return (
    <div className="stack">
      <input
        ref={field}
        className="input"
        dir="ltr"
        readOnly
        value={link}
        aria-label={label ?? t('link')}
        onFocus={selectAll}
      />
      <div className="row">
        {canShare && (
          <button className="btn grow" type="button" onClick={() => void navigator.share({ url: link }).catch(ignore)}>
            {t('share')}
          </button>
        )}
        <button className={canShare ? 'btn second grow' : 'btn grow'} type="button" onClick={() => void copy()}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {t(isCopied ? 'copied' : 'copy')}
        </button>
      </div>
      <LocalNote />
    </div>
  )
}

function selectAll({ target }: { target: HTMLInputElement }): void {
  target.select()
}

/** The person closed the sheet. */
function ignore(): void {}
