import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Edit } from '../../../../contract/organisation/edits.ts'
import type { SaveState } from '../../../editor/draft/save-state.ts'
import { shownText } from '../../../editor/rich-text/shown-text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { copyToClipboard } from '../../frame/copy-to-clipboard.ts'
import { readableTexts } from '../costs/readability.ts'

/**
 * Copies the texts of edits that are stored neither on this device nor at the server, or that the server refuses,
 * because somebody deleted the course, or took away the author's role.
 */
export function CopyOut({ save, pending }: { save: SaveState; pending: readonly Edit[] }) {
  const t = useTranslations('editor.copyOut')
  const isStuck = save.is === 'stuck'
  if (!isStuck && save.is !== 'refused') return null
  const text = writtenIn(pending)
  if (!isStuck && text === '') return null
  return (
    <Alert title={t(isStuck ? 'title' : 'refused')} below={<CopyTexts text={text} />}>
      {t(isStuck ? 'lead' : 'refusedLead')}
    </Alert>
  )
}

/** A text with a button that copies it. */
export function CopyTexts({ text, isShown = false }: { text: string; isShown?: boolean }) {
  const t = useTranslations('editor.copyOut')
  const [shown, setShown] = useState<{ isOpen: boolean; copied?: string }>({ isOpen: isShown })

  async function copy() {
    const isCopied = await copyToClipboard(text)
    setShown({ isOpen: true, ...(isCopied && { copied: text }) })
  }

  return (
    <div className="stack tight">
      <button className="btn second small" type="button" onClick={() => void copy()}>
        {t(shown.copied === text ? 'copied' : 'copy')}
      </button>
      {shown.isOpen && <textarea className="input" dir="auto" rows={4} readOnly value={text} aria-label={t('text')} />}
    </div>
  )
}

/** Fields whose text is for programs, not for people. */
const NAMES = ['id', 'type', 'avFilename', 'captions', 'icon', 'note']

/** The texts of edits. If a field has several edits, the last edit has its whole text. */
export function writtenIn(edits: readonly Edit[]): string {
  const texts = new Map<string, readonly string[]>()
  for (const { id, change } of edits) {
    if (change.op === 'set' && !NAMES.includes(change.path.at(-1) ?? ''))
      texts.set(change.path.join('/'), textsOf(change.path, change.to))
    if (change.op === 'insert') texts.set(id, readableTexts(change.value))
    if (change.op === 'text') texts.set(change.name, [change.to])
  }
  return [...texts.values()].flat().join('\n\n')
}

function textsOf(path: readonly string[], value: unknown): string[] {
  if (typeof value === 'string') return [shownText(path, value)]
  if (Array.isArray(value)) return value.flatMap(one => textsOf(path, one))
  return readableTexts(value)
}
