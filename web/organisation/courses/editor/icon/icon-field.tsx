import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../../contract/organisation/drafts.ts'
import { EditIcon } from '../../../../editor/edit-icon.tsx'
import { fieldText, usePageForm } from '../../../../editor/fields/form-context.ts'
import { RefusedFile } from '../../../../editor/pictures/choose-picture.tsx'
import { IconSheet } from '../../../../editor/pictures/icon-sheet.tsx'
import { FieldError } from '../../../../ui/fields/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { CardPreview } from './card-preview.tsx'

/** The icon of the course, and the course as it stands on the list of learners. */
export function IconField({ draft }: { draft: Draft }) {
  const t = useTranslations('editor.icon')
  const { read, media, problemAt } = usePageForm()
  const [isChoosing, setIsChoosing] = useState(false)
  const name = fieldText(read(['icon']))
  const refusal = name === '' ? undefined : media.refusalOf(name)
  return (
    <fieldset className="stack tight" aria-describedby="icon-hint">
      <legend>{t('label')}</legend>
      <p className="meta" id="icon-hint">
        {t('hint')}
      </p>
      <CardPreview {...{ draft, media, name }} />
      {refusal ? (
        <RefusedFile error={refusal} isDrawing={name.endsWith('.svg')} />
      ) : (
        <FieldError id="icon" error={problemAt(['icon'])} />
      )}
      <div className="row wrap">
        <button className="btn second small" type="button" onClick={() => setIsChoosing(true)}>
          <EditIcon name="picture" />
          {t(name === '' ? 'choose' : 'change')}
        </button>
        {name !== '' && (
          <button className="btn quiet small" type="button" onClick={() => void media.setIcon(undefined)}>
            <Icon name="bin" />
            {t('remove')}
          </button>
        )}
      </div>
      {isChoosing && <IconSheet media={media} onClose={() => setIsChoosing(false)} />}
    </fieldset>
  )
}
