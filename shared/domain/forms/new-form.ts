import { newId } from '../../ids.ts';
import { type Form, type NewForm, tidied } from './form.ts';

export function newForm(body: NewForm, environment: Form['environment']): Form {
  const now = new Date().toISOString();
  return { id: newId('form'), version: 1, ...tidied(body), environment, createdAt: now, updatedAt: now };
}
