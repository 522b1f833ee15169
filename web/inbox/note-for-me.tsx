import { useTranslations } from 'use-intl'
import type { Reply } from '../../contract/calls/endpoint.ts'
import type { getLearner } from '../../contract/inbox/learner.ts'
import { isolated } from '../i18n/isolated.ts'

type Props = { note: NonNullable<Reply<typeof getLearner>['data']['note']> }

/** The former mentor's note about a learner. */
export function NoteForMe({ note: { text, fromName } }: Props) {
  const t = useTranslations('inbox')
  return (
    <div className="note handed-note">
      <p>
        <b>{t('noteFrom', { name: isolated(fromName) })}</b> <span dir="auto">{text}</span>
      </p>
    </div>
  )
}
