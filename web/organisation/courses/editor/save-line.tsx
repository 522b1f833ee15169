import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenedDraft } from '../../../editor/draft/open-draft.ts'
import type { LocalDraft } from '../../../editor/draft/writing.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { Icon } from '../../../ui/icon.tsx'

/**
 * The line that says where the text is stored. It does not wait until a letter is painted (`deferWhileTyping`), as it
 * must not say "saved" for a moment after a new letter. `isAwaited`: publishing waits for edits on their way.
 */
export function SaveLine({ opened, isAwaited = false }: { opened: OpenedDraft; isAwaited?: boolean }) {
  const t = useTranslations('editor.save')
  const problems = useTranslations('org.problems')
  const save = useSyncExternalStore(opened.watch, () => opened.get().save)
  const published = useSyncExternalStore(opened.watch, () => publishedAs(opened.get().writing))
  const count = useSyncExternalStore(opened.watch, () => opened.get().writing?.pending.length ?? 0)
  const isWell = save.is === 'saved' || save.is === 'saving'
  const isNews = useIsNews(isWell ? 'well' : save.is, save.is === 'saving', count)
  return (
    <small className="save-line" role="status" aria-live={isNews || isAwaited ? 'polite' : 'off'}>
      {isWell ? <EditIcon name="cloud" /> : <Icon name={save.is === 'offline' ? 'offline' : 'warning'} />}
      <span>{text()}</span>
    </small>
  )

  function text() {
    if (save.is === 'saved' && published) return t(published)
    if (save.is === 'saving' && isAwaited) return t('first')
    if (save.is !== 'refused') return t(save.is, { count })
    const { code } = save.error
    if (code === 'not-found') return t('deleted')
    return t('refused', { why: problems.has(code as 'internal') ? problems(code as 'internal') : problems('internal') })
  }
}

/**
 * Whether screen readers should announce the line: when trouble begins, and when it is over. Otherwise they would speak
 * at each pause in writing.
 */
function useIsNews(kind: string, isSaving: boolean, count: number): boolean {
  const [announced, setAnnounced] = useState({ kind, count, isNews: false })
  if (!isSaving && kind !== announced.kind) setAnnounced({ kind, count, isNews: true })
  else if (announced.isNews && count !== announced.count) setAnnounced({ ...announced, isNews: false })
  return announced.isNews
}

/** Whether learners or beta testers have all that was written. Undefined if something waits to be published. */
function publishedAs(writing: LocalDraft | undefined): 'published' | 'beta' | undefined {
  if (!writing?.base.isUnchanged || writing.pending.length > 0) return undefined
  const { state } = writing.base
  return state === 'published' || state === 'beta' ? state : undefined
}
