import { useTranslations } from 'use-intl'
import type { OpenDraft } from '../../../editor/draft/open-draft.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** The one line that says where the text is. */
export function SaveLine({ save, writing }: Pick<OpenDraft, 'save' | 'writing'>) {
  const t = useTranslations('editor.save')
  const problems = useTranslations('org.problems')
  const count = writing?.pending.length ?? 0
  const isWell = save.is === 'saved' || save.is === 'saving'
  return (
    <small role="status">
      {isWell ? <EditIcon name="cloud" /> : <Icon name={save.is === 'offline' ? 'offline' : 'warning'} />}
      <span>{text()}</span>
    </small>
  )

  function text() {
    if (save.is !== 'refused') return t(save.is, { count })
    const { code } = save.error
    return t('refused', { why: problems.has(code as 'internal') ? problems(code as 'internal') : problems('internal') })
  }
}
