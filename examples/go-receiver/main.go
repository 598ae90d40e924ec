// Receives webhooks on port 4000: WEBHOOK_SECRET=whsec_… go run .
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

type payload struct {
	Event struct {
		Name       string         `json:"name"`
		Attributes map[string]any `json:"attributes"`
	} `json:"event"`
}

// isGenuine returns whether the service signed this request, within the last minutes.
func isGenuine(secret string, header http.Header, body []byte) bool {
	timestamp := header.Get("x-service-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte("v1=" + hex.EncodeToString(mac.Sum(nil)))
	// While the secret is being rotated, there are two signatures.
	for _, signature := range strings.Split(header.Get("x-service-signature"), ",") {
		if hmac.Equal([]byte(strings.TrimSpace(signature)), expected) {
			return true
		}
	}
	return false
}

func receive(secret string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil || !isGenuine(secret, r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		var received payload
		if err := json.Unmarshal(body, &received); err != nil {
			log.Print(err)
			return
		}
		// A retry has the same delivery ID: remember the IDs that you have handled.
		event := received.Event
		fmt.Println(r.Header.Get("x-service-delivery"), event.Name, event.Attributes["response.id"])
	}
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("Set WEBHOOK_SECRET.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	http.HandleFunc("/hook", receive(secret))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
