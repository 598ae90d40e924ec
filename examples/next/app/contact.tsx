'use client';

import { FormlineForm } from '@formline/react';
import { useState } from 'react';

/** `formline forms types` writes it. */
type ContactAnswers = { name: string; email?: string };

type Props = { api: string; form: string; publishableKey: string };

export function Contact(props: Props) {
  const [sender, setSender] = useState<string>();
  return (
    <>
      <FormlineForm<ContactAnswers> {...props} onSuccess={({ response }) => setSender(response.answers.name)}>
        <a href={`${props.api}/f/${props.form}`}>To the form</a>
      </FormlineForm>
      {sender && <p id="sent">Sent by {sender}</p>}
    </>
  );
}
