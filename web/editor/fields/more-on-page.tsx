import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Switch } from '../../ui/fields/switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePageForm } from './form-context.ts'
import { MediaFields } from './media-fields.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  /** Whether learners can be wrong here. */
  hasHint: boolean
  mayOpenLesson: boolean
  /** Whether the form of the page type has a field for the film already. */
  hasOwnFilm: boolean
}

const BEHIND = ['hint', 'buttonText', 'avFilename', 'transcript', 'rank'] as const

/** Fields that few pages need. The card is open if the page uses one of them. */
export function MoreOnPage({ hasHint, mayOpenLesson, hasOwnFilm }: Props) {
  const t = useTranslations('editor')
  const { fields, change } = usePageForm()
  const used = BEHIND.some(
    name => fields[name] !== undefined && !(hasOwnFilm && name !== 'buttonText' && name !== 'rank'),
  )
  const [isOpen, setIsOpen] = useState(used)
  // A closed card names its fields, so that nobody has to open it to see them.
  const behind = [
    ...(hasHint ? [t('hint')] : []),
    t('buttonText'),
    ...(mayOpenLesson ? [t('opening')] : []),
    ...(hasOwnFilm ? [] : [t('soundOrFilm')]),
  ].join(t('sep'))
  return (
    <details className="card more" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span>
          <b>{t('more')}</b>
          {!isOpen && <small>{behind}</small>}
        </span>
        <Icon name="down" />
      </summary>
      {isOpen && (
        <div className="stack">
          {hasHint && <TextField path={['hint']} label={t('hint')} hint={t('hintHint')} isOneLine />}
          <TextField path={['buttonText']} label={t('buttonText')} hint={t('buttonTextHint')} />
          {mayOpenLesson && (
            <Switch
              label={t('opening')}
              hint={t('openingHint')}
              isOn={fields.rank === 1}
              onChange={isOn => change({ op: 'set', path: ['rank'], to: isOn ? 1 : undefined })}
            />
          )}
          {!hasOwnFilm && <MediaFields path={[]} />}
        </div>
      )}
    </details>
  )
}
