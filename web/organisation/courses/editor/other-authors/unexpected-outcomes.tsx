import { useTranslations } from 'use-intl'
import type { Unexpected } from '../../../../editor/draft/unexpected.ts'
import { isolated } from '../../../../i18n/isolated.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { CopyTexts, writtenIn } from '../copy-out.tsx'

type Props = { unexpected: readonly Unexpected[]; onSeen(): void }

/**
 * Tells the author about edits with another outcome than they wanted. A refused edit is no longer in the draft, so its
 * text can be copied here. Something that was deleted while another author wrote in it stays. A film can arrive after
 * its page was deleted.
 */
export function UnexpectedOutcomes({ unexpected, onSeen }: Props) {
  const t = useTranslations('editor.notTaken')
  if (unexpected.length === 0) return null
  const isRefused = unexpected.some(({ outcome }) => outcome === 'refused')
  const sentences = [...new Set(unexpected.map(sentenceOf))].join(' ')
  const seen = (
    <button className="btn second small" type="button" onClick={onSeen}>
      {t('seen')}
    </button>
  )
  if (isRefused) {
    const text = writtenIn(unexpected.flatMap(one => (one.outcome === 'refused' && one.edit ? one.edit : [])))
    return (
      <Alert
        title={t('title')}
        below={
          <div className="stack tight">
            {text !== '' && <CopyTexts text={text} isShown />}
            <div>{seen}</div>
          </div>
        }
      >
        {sentences}
      </Alert>
    )
  }
  return (
    <div className="say" role="status">
      <div className="stack tight grow">
        <p>{sentences}</p>
        <div>{seen}</div>
      </div>
    </div>
  )

  function sentenceOf(one: Unexpected): string {
    if (one.outcome === 'pageless') return t('pageless', { film: isolated(one.film) })
    return t(one.outcome === 'refused' ? one.reason : one.outcome)
  }
}
