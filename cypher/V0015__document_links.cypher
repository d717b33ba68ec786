// Attachments know their messages, and messages those that they answer: looked up from both ends,
// since either may be read first.
CREATE RANGE INDEX kgplatform_document_attached_to IF NOT EXISTS FOR (d:__KGPlatformDocument__) ON (d.attachedTo);
CREATE RANGE INDEX kgplatform_document_message_id IF NOT EXISTS FOR (d:__KGPlatformDocument__) ON (d.messageId);
CREATE RANGE INDEX kgplatform_document_reply_to IF NOT EXISTS FOR (d:__KGPlatformDocument__) ON (d.replyTo);
