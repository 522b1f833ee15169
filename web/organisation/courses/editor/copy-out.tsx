import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Edit } from '../../../../contract/organisation/edits.ts'
import { shownText } from '../../../editor/rich-text/shown-text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { copyToClipboard } from '../../frame/copy-to-clipboard.ts'
import { readableTexts } from '../costs/readability.ts'

/** Copies the texts of edits that are stored neither on this device nor at the server. */
export function CopyOut({ pending }: { pending: readonly Edit[] }) {
  const t = useTranslations('editor.copyOut')
  const [shown, setShown] = useState<{ isOpen: boolean; copied?: string }>({ isOpen: false })
  const text = writtenIn(pending)

  async function copy() {
    const isCopied = await copyToClipboard(text)
    setShown({ isOpen: true, ...(isCopied && { copied: text }) })
  }

  return (
    <Alert
      title={t('title')}
      below={
        <div className="stack tight">
          <button className="btn second small" type="button" onClick={() => void copy()}>
            {t(shown.copied === text ? 'copied' : 'copy')}
          </button>
          {shown.isOpen && (
            <textarea className="input" dir="auto" rows={4} readOnly value={text} aria-label={t('text')} />
          )}
        </div>
      }
    >
      {t('lead')}
    </Alert>
  )
}

/** If a field has several edits, the last one has its whole text. */
function writtenIn(pending: readonly Edit[]): string {
  const texts = new Map<string, readonly string[]>()
  for (const { id, change } of pending) {
    if (change.op === 'set' && typeof change.to === 'string')
      texts.set(change.path.join('/'), [shownText(change.path, change.to)])
    if (change.op === 'insert') texts.set(id, readableTexts(change.value))
  }
  return [...texts.values()].flat().join('\n\n')
}
